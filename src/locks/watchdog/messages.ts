/**
 * What the runner tells its watchdog, one per line on a pipe that only the runner holds:
 *
 *     command GROUP PID START MARKER   the command: its group (0 in the foreground), process, start time, marker
 *     deadline MS                      kill it that many milliseconds from now, unless told otherwise
 *     done                             the command's group is empty
 *
 * The end of the pipe without `done` means that the runner is gone. The watchdog answers `ready` when it has started
 * and `known` when it knows the command.
 */
export type WatchdogMessage =
  | {
      readonly kind: "command";
      readonly group: number;
      readonly pid: number;
      readonly start: string;
      readonly marker: string;
    }
  | { readonly kind: "deadline"; readonly milliseconds: number }
  | { readonly kind: "done" };

export function formatMessage(message: WatchdogMessage): string {
  switch (message.kind) {
    case "command":
      return `command ${message.group} ${message.pid} ${message.start || "-"} ${message.marker}\n`;
    case "deadline":
      return `deadline ${Math.floor(message.milliseconds)}\n`;
    case "done":
      return "done\n";
  }
}

/** Null for a line that is none of these. */
export function parseMessage(line: string): WatchdogMessage | null {
  const [kind, ...rest] = line.split(" ");
  if (kind === "done") return { kind };
  if (kind === "deadline" && rest[0] !== undefined) return { kind, milliseconds: Number(rest[0]) };
  const [group, pid, start = "-", marker = ""] = rest;
  if (kind !== "command" || group === undefined || pid === undefined) return null;
  return { kind, group: Number(group), pid: Number(pid), start: start === "-" ? "" : start, marker };
}
