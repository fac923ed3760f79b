/** An answer that came and cannot be used: a failure of the exchange, not of this program. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}
