// Runs the queries that standard input has as a JSON array, in DuckDB, in the current
// folder, and prints the rows of each as JSON: numbers as text, so that none is rounded.
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
const connection = await instance.connect();
const answers = [];
for (const query of JSON.parse(readFileSync(0, 'utf8'))) {
	try {
		const reader = await connection.runAndReadAll(query);
		const names = reader.columnNames();
		answers.push(reader.getRows().map((row) => Object.fromEntries(row.map((v, i) => [names[i], v === null ? null : String(v)]))));
	} catch (err) {
		console.error(`${err.message}\n${query}`);
		process.exit(1);
	}
}
console.log(JSON.stringify(answers));
