/**
 * Something the person at the keyboard can put right: printed as one line, without a stack, exit code 2.
 * The message names what was found and what would be right.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}
