// Prints `N passed, N failed, N skipped` of a vitest JSON report: one line that any CI can read.
import { readFileSync } from "node:fs";

const results = JSON.parse(readFileSync(process.argv[2], "utf8"));
const skipped = results.numPendingTests + results.numTodoTests;
console.log(`${results.numPassedTests} passed, ${results.numFailedTests} failed, ${skipped} skipped`);
