/** A stretch of a script: offsets in UTF-16 code units, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * A parsed script. Stretches count from the beginning of the text that was parsed, `${{ }}` holes included.
 * https://www.gnu.org/software/bash/manual/bash.html#Basic-Shell-Features names the parts.
 */
export interface Script {
  readonly body: List;
  /** What surrounds each hole, in the order of the holes; decides whether a value may stand there as it is. */
  readonly contexts: readonly HoleContext[];
  /** What could not be parsed; stands in `body` as a `broken` statement too. */
  readonly broken: readonly Stretch[];
}

/**
 * Where a hole stands: unquoted in an argument (`bare`), where a command, a keyword or a name is expected
 * (`command`), within quotes, in a here-document (`heredoc-raw`: its delimiter is quoted), in arithmetic, or where its
 * text does not matter (`none`, a comment).
 */
export type HoleContext = "bare" | "command" | "double" | "single" | "heredoc" | "heredoc-raw" | "arithmetic" | "none";

export type List = readonly Item[];

export interface Item {
  readonly statement: Statement;
  /** `cmd &`: nobody waits for it. */
  readonly background: boolean;
}

export type Statement =
  | Simple
  | Pipeline
  | AndOr
  | If
  | Case
  | For
  | CountedFor
  | While
  | FunctionDefinition
  | Block
  | Condition
  | ArithmeticCommand
  | Broken;

/** Assignments, words, redirections: `A=1 cmd x > f`. Without words the assignments stay in the shell. */
export interface Simple extends Stretch {
  readonly kind: "simple";
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

export interface Assignment extends Stretch {
  readonly name: string;
  /** `name[index]=value`. */
  readonly index: Word | null;
  readonly append: boolean;
  /** Null: a name without a value (`local x`), only in declarations. */
  readonly value: Word | ArrayLiteral | null;
}

export interface ArrayLiteral {
  readonly elements: readonly ArrayElement[];
}

export interface ArrayElement {
  readonly index: Word | null;
  readonly value: Word;
}

/** `a | b`; `|&` is a pipe whose left side also redirects its errors. */
export interface Pipeline extends Stretch {
  readonly kind: "pipeline";
  readonly commands: readonly Statement[];
  readonly negated: boolean;
}

export interface AndOr extends Stretch {
  readonly kind: "and" | "or";
  readonly left: Statement;
  readonly right: Statement;
}

export interface If extends Stretch {
  readonly kind: "if";
  readonly arms: readonly { readonly condition: List; readonly body: List }[];
  readonly otherwise: List | null;
  readonly redirects: readonly Redirect[];
}

export interface Case extends Stretch {
  readonly kind: "case";
  readonly subject: Word;
  readonly arms: readonly CaseArm[];
  readonly redirects: readonly Redirect[];
}

export interface CaseArm extends Stretch {
  readonly patterns: readonly Word[];
  readonly body: List;
  /** `;;` leaves, `;&` runs the next body too, `;;&` tries the next patterns. */
  readonly then: "leave" | "fall" | "test";
}

export interface For extends Stretch {
  readonly kind: "for";
  readonly name: string;
  /** Null: the positional parameters. */
  readonly words: readonly Word[] | null;
  readonly body: List;
  readonly redirects: readonly Redirect[];
}

/** `for ((i = 0; i < 3; i++))`. */
export interface CountedFor extends Stretch {
  readonly kind: "counted-for";
  readonly init: Arithmetic | null;
  readonly condition: Arithmetic | null;
  readonly step: Arithmetic | null;
  readonly body: List;
  readonly redirects: readonly Redirect[];
}

export interface While extends Stretch {
  readonly kind: "while";
  readonly until: boolean;
  readonly condition: List;
  readonly body: List;
  readonly redirects: readonly Redirect[];
}

export interface FunctionDefinition extends Stretch {
  readonly kind: "function";
  readonly name: string;
  readonly body: Statement;
}

/** `{ … }`, or `( … )` in a shell of its own. */
export interface Block extends Stretch {
  readonly kind: "block";
  readonly subshell: boolean;
  readonly body: List;
  readonly redirects: readonly Redirect[];
}

/** `[[ … ]]`. */
export interface Condition extends Stretch {
  readonly kind: "condition";
  readonly test: Test;
  readonly redirects: readonly Redirect[];
}

export type Test =
  | { readonly kind: "and" | "or"; readonly left: Test; readonly right: Test }
  | { readonly kind: "not"; readonly of: Test }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Word }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Word; readonly right: Word }
  | { readonly kind: "word"; readonly word: Word };

/** `(( … ))`. */
export interface ArithmeticCommand extends Stretch {
  readonly kind: "arithmetic";
  readonly expression: Arithmetic;
  readonly redirects: readonly Redirect[];
}

/** Text that is no shell, or that this parser does not take. It may still hold commands. */
export interface Broken extends Stretch {
  readonly kind: "broken";
  /** A quote in it is never closed: a shell that reads so far ends with an error. */
  readonly unfinished?: true;
}

export interface Redirect extends Stretch {
  /** Null: the operator's own default. A name for `{name}>file`. */
  readonly fd: number | string | null;
  readonly operator: RedirectOperator;
  /** A file, a descriptor, the string of `<<<`, the body of a here-document. */
  readonly target: Word;
}

export type RedirectOperator = ">" | ">>" | ">|" | "<" | "<>" | ">&" | "<&" | "&>" | "&>>" | "<<<" | "<<";

/** One word before expansion; braces are expanded already. */
export interface Word extends Stretch {
  readonly parts: readonly WordPart[];
}

export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "hole"; readonly hole: number; readonly quoted: boolean }
  | { readonly kind: "parameter"; readonly parameter: Parameter; readonly quoted: boolean }
  | {
      readonly kind: "command";
      readonly body: List;
      readonly quoted: boolean;
      readonly start: number;
      readonly end: number;
    }
  | { readonly kind: "arithmetic"; readonly expression: Arithmetic; readonly quoted: boolean }
  | {
      readonly kind: "process";
      readonly into: boolean;
      readonly body: List;
      readonly start: number;
      readonly end: number;
    }
  /** `~` or `~user` at the start of a word. */
  | { readonly kind: "tilde"; readonly user: string };

/** `$name`, `${name[index]op…}`. */
export interface Parameter extends Stretch {
  readonly name: string;
  /** `[@]`, `[*]`, or a subscript. */
  readonly index: Word | "@" | "*" | null;
  /** `${!name}`. */
  readonly indirect: boolean;
  /** `${#name}`. */
  readonly length: boolean;
  readonly operation: Operation | null;
}

export type Operation =
  | { readonly kind: "default" | "assign" | "error" | "alternate"; readonly orEmpty: boolean; readonly word: Word }
  | { readonly kind: "prefix" | "suffix"; readonly greedy: boolean; readonly pattern: Word }
  | {
      readonly kind: "replace";
      readonly where: "first" | "all" | "start" | "end";
      readonly pattern: Word;
      readonly by: Word;
    }
  | {
      readonly kind: "case";
      readonly to: "upper" | "lower" | "toggle";
      readonly all: boolean;
      readonly pattern: Word | null;
    }
  | { readonly kind: "slice"; readonly offset: Arithmetic; readonly length: Arithmetic | null }
  | { readonly kind: "transform"; readonly operator: string }
  /** `${!prefix*}`. */
  | { readonly kind: "names" };

export type Arithmetic =
  | { readonly kind: "number"; readonly value: number }
  /** Text whose value is read as a number or an expression: `$x`, `$(cmd)`, a hole. */
  | { readonly kind: "word"; readonly word: Word }
  | { readonly kind: "variable"; readonly name: string; readonly index: Word | null }
  | { readonly kind: "unary"; readonly operator: "-" | "+" | "!" | "~"; readonly of: Arithmetic }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Arithmetic; readonly right: Arithmetic }
  | {
      readonly kind: "choice";
      readonly condition: Arithmetic;
      readonly then: Arithmetic;
      readonly otherwise: Arithmetic;
    }
  /** `x = …`, `x += …`; `operator` is the part before `=`. */
  | {
      readonly kind: "assign";
      readonly name: string;
      readonly index: Word | null;
      readonly operator: string;
      readonly value: Arithmetic;
    }
  | {
      readonly kind: "step";
      readonly name: string;
      readonly index: Word | null;
      readonly by: 1 | -1;
      readonly before: boolean;
    }
  /** Not an expression that can be read. */
  | { readonly kind: "unreadable"; readonly text: string };
