#loc = loc(unknown)
"builtin.module"() <{sym_name = "jit_transient"}> ({
  "func.func"() <{arg_attrs = [{jax.buffer_donor = true}, {}, {}], function_type = (tensor<9xf64>, tensor<9x9xf64>, tensor<f64>) -> (tensor<9xf64>, tensor<i32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<9xf64> loc("x"), %arg1: tensor<9x9xf64> loc("jac"), %arg2: tensor<f64> loc("dt")):
    %0 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
    %1:4 = "stablehlo.while"(%0, %arg0, %arg1, %arg2) ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<9xf64>, %arg5: tensor<9x9xf64>, %arg6: tensor<f64>):
      %20 = "stablehlo.constant"() <{value = dense<100> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
      %21 = "stablehlo.compare"(%arg3, %20) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc4)
      "stablehlo.return"(%21) : (tensor<i1>) -> () loc(#loc)
    }, {
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<9xf64>, %arg5: tensor<9x9xf64>, %arg6: tensor<f64>):
      %2 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
      %3 = "stablehlo.constant"() <{value = dense<0x7FF0000000000000> : tensor<f64>}> : () -> tensor<f64> loc(#loc)
      %4:4 = "stablehlo.while"(%2, %3, %arg4, %arg5) ({
      ^bb0(%arg7: tensor<i32>, %arg8: tensor<f64>, %arg9: tensor<9xf64>, %arg10: tensor<9x9xf64>):
        %15 = "stablehlo.constant"() <{value = dense<1.000000e-09> : tensor<f64>}> : () -> tensor<f64> loc(#loc)
        %16 = "stablehlo.compare"(%arg8, %15) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f64>, tensor<f64>) -> tensor<i1> loc(#loc)
        %17 = "stablehlo.constant"() <{value = dense<20> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
        %18 = "stablehlo.compare"(%arg7, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1> loc(#loc)
        %19 = "stablehlo.and"(%16, %18) : (tensor<i1>, tensor<i1>) -> tensor<i1> loc(#loc)
        "stablehlo.return"(%19) : (tensor<i1>) -> () loc(#loc)
      }, {
      ^bb0(%arg7: tensor<i32>, %arg8: tensor<f64>, %arg9: tensor<9xf64>, %arg10: tensor<9x9xf64>):
        %8:2 = "func.call"(%arg9, %arg10) <{callee = @build}> : (tensor<9xf64>, tensor<9x9xf64>) -> (tensor<9xf64>, tensor<9x9xf64>) loc(#loc6)
        %9:2 = "stablehlo.custom_call"(%8#1, %8#0) <{api_version = 4 : i32, backend_config = "\22}{", call_target_name = "baspacho_solve_ffi"}> {mhlo.backend_config = {n = 9 : i64}} : (tensor<9x9xf64>, tensor<9xf64>) -> (tensor<9xf64>, tensor<4096xui8>) loc(#loc7)
        %10 = "stablehlo.subtract"(%arg9, %9#0) : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> loc(#loc8)
        %11 = "stablehlo.abs"(%9#0) : (tensor<9xf64>) -> tensor<9xf64> loc(#loc8)
        %12 = "stablehlo.constant"() <{value = dense<0xFFF0000000000000> : tensor<f64>}> : () -> tensor<f64> loc(#loc)
        %13 = "stablehlo.reduce"(%11, %12) <{dimensions = array<i64: 0>}> ({
        ^bb0(%arg11: tensor<f64>, %arg12: tensor<f64>):
          %22 = "stablehlo.maximum"(%arg11, %arg12) : (tensor<f64>, tensor<f64>) -> tensor<f64> loc(#loc8)
          "stablehlo.return"(%22) : (tensor<f64>) -> () loc(#loc8)
        }) : (tensor<9xf64>, tensor<f64>) -> tensor<f64> loc(#loc8)
        %14 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
        %23 = "stablehlo.add"(%arg7, %14) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc(#loc)
        "stablehlo.return"(%23, %13, %10, %8#1) : (tensor<i32>, tensor<f64>, tensor<9xf64>, tensor<9x9xf64>) -> () loc(#loc)
      }) : (tensor<i32>, tensor<f64>, tensor<9xf64>, tensor<9x9xf64>) -> (tensor<i32>, tensor<f64>, tensor<9xf64>, tensor<9x9xf64>) loc(#loc5)
      %5 = "stablehlo.case"(%4#0) ({
        "stablehlo.return"(%arg6) : (tensor<f64>) -> () loc(#loc)
      }, {
        %24 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f64>}> : () -> tensor<f64> loc(#loc)
        %25 = "stablehlo.multiply"(%arg6, %24) : (tensor<f64>, tensor<f64>) -> tensor<f64> loc(#loc9)
        "stablehlo.return"(%25) : (tensor<f64>) -> () loc(#loc)
      }) : (tensor<i32>) -> tensor<f64> loc(#loc9)
      %6 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32> loc(#loc)
      %7 = "stablehlo.add"(%arg3, %6) : (tensor<i32>, tensor<i32>) -> tensor<i32> loc(#loc4)
      "stablehlo.return"(%7, %4#2, %4#3, %5) : (tensor<i32>, tensor<9xf64>, tensor<9x9xf64>, tensor<f64>) -> () loc(#loc)
    }) : (tensor<i32>, tensor<9xf64>, tensor<9x9xf64>, tensor<f64>) -> (tensor<i32>, tensor<9xf64>, tensor<9x9xf64>, tensor<f64>) loc(#loc3)
    "func.return"(%1#1, %1#0) : (tensor<9xf64>, tensor<i32>) -> () loc(#loc)
  }) : () -> () loc(#loc)
  "func.func"() <{function_type = (tensor<9xf64>, tensor<9x9xf64>) -> (tensor<9xf64>, tensor<9x9xf64>), sym_name = "build", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<9xf64>, %arg1: tensor<9x9xf64>):
    %0 = "stablehlo.constant"() <{value = dense<"0x000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F"> : tensor<9xf64>}> : () -> tensor<9xf64> loc(#loc)
    %1 = "stablehlo.exponential"(%arg0) : (tensor<9xf64>) -> tensor<9xf64> loc(#loc10)
    %2 = "stablehlo.subtract"(%1, %0) : (tensor<9xf64>, tensor<9xf64>) -> tensor<9xf64> loc(#loc10)
    %3 = "stablehlo.multiply"(%arg1, %arg1) : (tensor<9x9xf64>, tensor<9x9xf64>) -> tensor<9x9xf64> loc(#loc10)
    "func.return"(%2, %3) : (tensor<9xf64>, tensor<9x9xf64>) -> () loc(#loc)
  }) : () -> () loc(#loc)
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> () loc(#loc)
#loc1 = loc("x")
#loc2 = loc("transient.py":31:4 to :40)
#loc11 = loc("newton.py":12:9)
#loc3 = loc("jit(transient)/while"(#loc2))
#loc4 = loc("jit(transient)/while/body/add"(#loc2))
#loc5 = loc("jit(transient)/while/body/nr_iteration/while"(#loc12))
#loc6 = loc("jit(transient)/while/body/while/body/nr_build_system/pjit"(#loc11))
#loc7 = loc("jit(transient)/while/body/while/body/nr_linear_solve/ffi_call"(#loc11))
#loc8 = loc("jit(transient)/while/body/while/body/convergence/sub"(#loc11))
#loc9 = loc("jit(transient)/while/body/lte/cond"(#loc2))
#loc10 = loc("jit(transient)/while/body/while/body/nr_build_system/mul"(#loc11))
#loc12 = loc(callsite(#loc11 at #loc2))
