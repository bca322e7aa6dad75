// A file system in memory: the part of node's module fs that Go programs call. Files
// have paths such as /tmp/a; all folders are there.
"use strict";

function memoryFiles(print) {
  const files = new Map(); // path → node: bytes, of which the first `size` count
  const open = new Map(); // descriptor → {node, path, append, at}
  let last = 2;

  const fault = (code, text) => Object.assign(new Error(text), { code });
  const absolute = (path) => {
    const parts = [];
    for (const part of path.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return "/" + parts.join("/");
  };
  const isFolder = (path) => path === "/" || path === "/tmp";
  const stat = (path, node) => {
    if (!node && !isFolder(path)) throw fault("ENOENT", "no such file");
    return {
      dev: 1, ino: 1, mode: node ? 0o100644 : 0o40755, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node ? node.size : 0,
      blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !node,
    };
  };
  const of = (fd) => {
    if (!open.has(fd)) throw fault("EBADF", "bad descriptor");
    return open.get(fd);
  };
  const grow = (node, size) => {
    if (size > node.bytes.length) {
      const bytes = new Uint8Array(Math.max(size, 2 * node.bytes.length));
      bytes.set(node.bytes.subarray(0, node.size));
      node.bytes = bytes;
    }
    node.size = Math.max(node.size, size);
  };
  const constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

  // Each function returns its result, or throws a fault with a code of errno.
  const calls = {
    open(path, flags) {
      const name = absolute(path);
      let node = files.get(name);
      if (node && flags & constants.O_CREAT && flags & constants.O_EXCL) throw fault("EEXIST", "the file is there");
      if (node && flags & constants.O_DIRECTORY) throw fault("ENOTDIR", "not a folder");
      if (!node && !isFolder(name)) {
        if (!(flags & constants.O_CREAT)) throw fault("ENOENT", "no such file");
        files.set(name, (node = { bytes: new Uint8Array(0), size: 0 }));
      }
      if (node && flags & constants.O_TRUNC) node.size = 0;
      open.set(++last, { node, path: name, append: flags & constants.O_APPEND, at: 0 });
      return last;
    },
    close(fd) { of(fd); open.delete(fd); },
    fstat(fd) { return fd <= 2 ? stat("/", { size: 0 }) : stat(of(fd).path, of(fd).node); },
    stat(path) { return stat(absolute(path), files.get(absolute(path))); },
    lstat(path) { return calls.stat(path); },
    read(fd, buffer, offset, length, position) {
      const file = of(fd);
      if (!file.node) throw fault("EISDIR", "is a folder");
      const from = position === null ? file.at : position;
      const part = file.node.bytes.subarray(from, Math.max(from, Math.min(from + length, file.node.size)));
      buffer.set(part, offset);
      if (position === null) file.at += part.length;
      return part.length;
    },
    write(fd, buffer, offset, length, position) {
      const part = buffer.subarray(offset, offset + length);
      if (fd <= 2) { print(part); return length; }
      const file = of(fd);
      const from = file.append ? file.node.size : position === null ? file.at : position;
      grow(file.node, from + length);
      file.node.bytes.set(part, from);
      if (position === null) file.at = from + length;
      return length;
    },
    ftruncate(fd, length) { const { node } = of(fd); grow(node, length); node.bytes.fill(0, length, node.size); node.size = length; },
    unlink(path) { if (!files.delete(absolute(path))) throw fault("ENOENT", "no such file"); },
    readdir(path) {
      const folder = absolute(path).replace(/\/?$/, "/");
      return [...files.keys()].filter((name) => name.startsWith(folder) && !name.slice(folder.length).includes("/")).map((name) => name.slice(folder.length));
    },
    fsync() {}, mkdir() {}, rmdir() {},
  };
  for (const name of ["chmod", "chown", "fchmod", "fchown", "lchown", "link", "readlink", "rename", "symlink", "truncate", "utimes"])
    calls[name] = () => { throw fault("ENOSYS", "not implemented"); };

  // What Go sees: the same functions with a callback at the end.
  const fs = { constants, writeSync: (fd, buffer) => calls.write(fd, buffer, 0, buffer.length, null) };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...args) => {
      const done = args.pop();
      let result;
      try { result = call(...args); } catch (error) { done(error); return; }
      done(null, result);
    };
  }
  return { fs, absolute, put: (path, bytes) => files.set(absolute(path), { bytes, size: bytes.length }) };
}
