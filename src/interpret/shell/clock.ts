/** Formats of `date` and of `printf %()T` in which the second can be read. */
const SECOND = /%[-_0^#]*\d*(?:[sSNTXcr+]|:{1,3}z)/;

/** Whether a format tells the time to the second, so that no two runs write the same. */
export function toTheSecond(format: string): boolean {
  return SECOND.test(format);
}
