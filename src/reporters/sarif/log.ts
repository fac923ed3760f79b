/**
 * The part of SARIF 2.1.0 that is written here. The standard:
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
 */

export type SarifLevel = "error" | "warning" | "note";

export interface SarifMessage {
  readonly text: string;
  readonly markdown?: string;
}

/** A line alone, or a stretch with an exclusive end. */
export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface SarifArtifactLocation {
  readonly uri: string;
  readonly uriBaseId: string;
}

export interface SarifLocation {
  readonly id?: number;
  readonly physicalLocation: { readonly artifactLocation: SarifArtifactLocation; readonly region: SarifRegion };
  readonly message?: SarifMessage;
}

export interface SarifThreadFlow {
  readonly id: string;
  readonly message: SarifMessage;
  readonly locations: readonly { readonly location: SarifLocation; readonly executionOrder: number }[];
}

export interface SarifReplacement {
  readonly deletedRegion: SarifRegion;
  readonly insertedContent?: { readonly text: string };
}

export interface SarifFix {
  readonly description: SarifMessage;
  readonly artifactChanges: readonly {
    readonly artifactLocation: SarifArtifactLocation;
    readonly replacements: readonly SarifReplacement[];
  }[];
}

export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: SarifMessage;
  readonly fullDescription: SarifMessage;
  readonly help: SarifMessage;
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly codeFlows?: readonly { readonly threadFlows: readonly SarifThreadFlow[] }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly SarifFix[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface SarifNotification {
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations?: readonly SarifLocation[];
}
