// Prints `N passed, N failed, N skipped` of a vitest JSON report: one line that any CI can read.
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`);
