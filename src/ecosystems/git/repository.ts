import { envOf, factOf, type Call } from "../../catalogue/call.ts";
import { cutAt, cutAtLast, dropBack, headOf, tailOf } from "../../catalogue/pieces.ts";
import { literalOf, show, variablesOf, type Text } from "../../values/text.ts";

/** `git@github.com:acme/site.git`, `https://{token}@github.com/acme/site.git` as `acme/site`; a bare name stays. */
export function repositoryOf(url: Text): Text {
  const plain = tailOf(url).endsWith(".git") ? dropBack(url, 4) : url;
  const https = cutAt(plain, "://");
  if (https) return (cutAt((cutAtLast(https[1], "@") ?? [[], https[1]])[1], "/") ?? [[], https[1]])[1];
  const scp = cutAt((cutAt(plain, "@") ?? [[], plain])[1], ":");
  return scp ? scp[1] : plain;
}

/** The host of a remote's address; null for a bare name. */
export function remoteHost(url: Text): Text | null {
  const https = cutAt(url, "://");
  const rest = https ? https[1] : url;
  const behindUser = (cutAtLast(rest, "@") ?? [[], rest])[1];
  const host = (cutAt(behindUser, https ? "/" : ":") ?? [null])[0];
  return host ? (cutAt(host, ":") ?? [host])[0] : null;
}

/** Whether an address is the repository that the workflow runs in. */
export function isOwnRepository(repository: Text, call: Call): boolean {
  if (variablesOf(repository).some((variable) => variable.label === "github.repository")) return true;
  const own = envOf(call, "GITHUB_REPOSITORY");
  const known = own ? literalOf(own) : null;
  return known !== null && literalOf(repository)?.toLowerCase() === known.toLowerCase();
}

/** The branch that is checked out in a folder: by `git switch`, by the checkout's `ref`, else the run's own. */
export function currentBranch(call: Call): Text | null {
  const checkedOut = factOf(call, `git:branch:${folderKey(call.cwd)}`) ?? factOf(call, "git:branch:");
  const branch = checkedOut
    ? withoutRefs(checkedOut)
    : (envOf(call, "GITHUB_HEAD_REF") ?? envOf(call, "GITHUB_REF_NAME"));
  return branch && branch.length > 0 ? branch : null;
}

/** The repository that is checked out in a folder where that is not the workflow's own. */
export function checkedOutRepository(call: Call): Text | null {
  return factOf(call, `git:repository:${folderKey(call.cwd)}`);
}

/** A remote's address, as `git remote add` or the checkout set it; the words themselves where they are one. */
export function remoteAddress(call: Call, remote: Text): Text | null {
  const known = literalOf(remote);
  if (known === null || /[:/]/.test(known)) return remote;
  return factOf(call, `git:remote:${known}`);
}

/** A folder below the checkout as facts name it. */
export function folderKey(cwd: Text): string {
  const known = literalOf(cwd);
  return known === null ? show(cwd) : known.replace(/^\/github\/workspace\/?/, "").replace(/\/$/, "");
}

export function withoutRefs(text: Text): Text {
  const prefix = /^refs\/(?:heads|tags)\//.exec(headOf(text))?.[0];
  const [first, ...rest] = text;
  if (prefix === undefined || typeof first !== "string") return text;
  return first.length === prefix.length ? rest : [first.slice(prefix.length), ...rest];
}
