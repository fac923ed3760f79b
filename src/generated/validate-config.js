// Generated from policies/schema/config.schema.json by scripts/generate-validators.mjs.
"use strict";
export const validateConfig = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"config.schema.json","title":"signalbox.yml","description":"What signalbox cannot see in a repository: environments, the scope of secrets, measured capacities, runbooks, and decisions with their reasons.","type":"object","additionalProperties":false,"properties":{"version":{"$ref":"#/$defs/version"},"platform":{"$ref":"#/$defs/platform"},"default-branch":{"$ref":"#/$defs/branch"},"environments":{"$ref":"#/$defs/environments"},"secrets":{"$ref":"#/$defs/secrets"},"targets":{"$ref":"#/$defs/targets"},"ignore":{"$ref":"#/$defs/ignores"}},"$defs":{"version":{"title":"a version of this file's form","description":"The form of this file; 1 when absent.","enum":[1]},"platform":{"title":"a platform","description":"Where the workflows run. It decides which keys of `concurrency` exist.","x-use":"github.com, or ghes- and the server's version (ghes-3.17)","type":"string","pattern":"^(github\\.com|ghes-[0-9]+\\.[0-9]+)$"},"branch":{"title":"a branch","description":"The default branch; else what origin/HEAD says, else the branch that is checked out, else main.","x-use":"the name of one branch, without refs/heads/","type":"string","pattern":"^(?!refs/)[^\\s~^:?*\\[\\\\]+$"},"environments":{"title":"a mapping of environments","description":"By name: what is known of an environment that its name does not say.","x-use":"the environment's name as key, for example `live-eu: { production: true }`","type":"object","additionalProperties":{"$ref":"#/$defs/environment"}},"environment":{"title":"an environment","x-use":"a mapping with production or reviewers","type":"object","additionalProperties":false,"properties":{"production":{"title":"a yes or no","description":"Whether this is production. Names with prod, production or live as a word are, unless this says otherwise.","x-use":"true or false","type":"boolean"},"reviewers":{"title":"a list of reviewers","description":"People or teams whose approval the environment requires; [] says that there are none.","x-use":"a list of names, for example [alice, acme/release]","type":"array","items":{"$ref":"#/$defs/name"}},"because":{"$ref":"#/$defs/because"}}},"name":{"title":"a name","x-use":"a text","type":"string","pattern":"\\S"},"because":{"title":"a reason","description":"Who decided this, when, and what it rests on. Required by everything that loosens.","x-use":"a sentence that a colleague will understand in a year","type":"string","pattern":"\\S"},"secrets":{"title":"a mapping of secrets","description":"By name: whether a secret has one value for the whole repository or one for each environment.","x-use":"the secret's name as key, for example `TF_BACKEND: repository`","type":"object","additionalProperties":{"$ref":"#/$defs/secretScope"}},"secretScope":{"title":"the scope of a secret","enum":["repository","environment"]},"targets":{"title":"a list of targets","description":"What is known of targets that files do not say. A later entry wins over an earlier one.","x-use":"entries that begin with `- match:`","type":"array","items":{"$ref":"#/$defs/target"}},"target":{"title":"a target's entry","x-use":"a mapping that begins with `match:`","type":"object","required":["match"],"additionalProperties":false,"properties":{"match":{"title":"a target's id","description":"The id of a target; * stands for anything, / and # included.","x-use":"an id as the report prints it, for example \"database:*\"","type":"string","pattern":"\\S"},"policy":{"title":"a policy","description":"Replaces what the decision table says. allow and throttle need because.","enum":["allow","throttle","prevent"]},"limit":{"title":"a limit","description":"How many writers `policy: throttle` lets in at once.","x-use":"a whole number, 1 or more","type":"integer","minimum":1},"capacity":{"title":"a capacity","description":"How many writers (of a fleet: hosts) the target was measured to take at once. Needs because.","x-use":"a whole number, 1 or more","type":"integer","minimum":1},"measured":{"title":"a day","description":"When the capacity was measured; after 90 days `signalbox drift` asks for a new one. Without it, the date that `because` names after the word measured.","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"shape":{"$ref":"#/$defs/shape"},"lock":{"$ref":"#/$defs/lock"},"recovery":{"$ref":"#/$defs/recovery"},"blast-radius":{"title":"a size","description":"How much is hit when it goes wrong.","enum":["small","medium","large"]},"same-as":{"title":"a target's id","description":"The id under which the same thing is also known, such as one database behind two secrets.","x-use":"the other id, as the report prints it, without *","type":"string","pattern":"^[^*\\s][^*]*$"},"because":{"$ref":"#/$defs/because"},"until":{"title":"a day","description":"The last day on which the policy and the answers of this entry hold. After it they count for nothing, which is a warning; same-as and the runbook stay.","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}},"shape":{"title":"a shape","description":"One resource, a known small number of independent ones, or many.","x-use":"single, small-set or large-set, or a mapping such as { value: small-set, count: 4 }","if":{"type":"object"},"then":{"required":["value"],"additionalProperties":false,"properties":{"value":{"title":"a shape","enum":["single","small-set","large-set"]},"count":{"title":"a count","x-use":"a whole number, 1 or more","type":"integer","minimum":1}}},"else":{"enum":["single","small-set","large-set"]}},"lock":{"title":"a lock","description":"What the target itself does with a second writer.","x-use":"waits, rejects, none or unknown, or a mapping such as { value: rejects, mechanism: \"lock table\" }","if":{"type":"object"},"then":{"required":["value"],"additionalProperties":false,"properties":{"value":{"title":"a lock","enum":["waits","rejects","none","unknown"]},"mechanism":{"$ref":"#/$defs/name"}}},"else":{"enum":["waits","rejects","none","unknown"]}},"recovery":{"title":"a recovery","description":"What it costs to get the target back, and the runbook with the day on which it was last tried.","x-use":"low, medium or high, or a mapping such as { runbook: docs/restore.md, last-tested: 2026-10-01 }","if":{"type":"object"},"then":{"additionalProperties":false,"properties":{"cost":{"title":"a recovery cost","enum":["low","medium","high"]},"runbook":{"title":"a runbook","x-use":"a path in the repository or a URL","type":"string","pattern":"\\S"},"last-tested":{"$ref":"#/$defs/day"}}},"else":{"enum":["low","medium","high"]}},"day":{"title":"a day","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"ignores":{"title":"a list of ignores","description":"Findings that are hidden, each with its reason. The verdict stays.","x-use":"entries that begin with `- rule:`","type":"array","items":{"$ref":"#/$defs/ignore"}},"ignore":{"title":"an ignore","x-use":"a mapping that begins with `rule:`","type":"object","required":["rule","because"],"additionalProperties":false,"properties":{"rule":{"$ref":"#/$defs/rule"},"target":{"title":"a target's id","description":"Only findings of these targets; * stands for anything.","x-use":"an id as the report prints it, for example \"image-build:*\"","type":"string","pattern":"\\S"},"because":{"$ref":"#/$defs/because"},"until":{"$ref":"#/$defs/day"}}},"rule":{"title":"a rule","enum":["approval-holds-group","cancel-mid-write","concurrent-writers","dropped-runs","duplicate-runs","group-deadlock","invalid-concurrency","invisible-queue","lock-bypassed","lock-contention","manual-serialisation","no-recovery-path","no-target-lock","no-timeout","out-of-order","over-capacity","over-restricted","stale-declaration","stale-lock","stale-plan","under-capacity","unreadable-file","unresolved-target","version-mismatch"]}}};
const schema12 = {"title":"a version of this file's form","description":"The form of this file; 1 when absent.","enum":[1]};
const schema13 = {"title":"a platform","description":"Where the workflows run. It decides which keys of `concurrency` exist.","x-use":"github.com, or ghes- and the server's version (ghes-3.17)","type":"string","pattern":"^(github\\.com|ghes-[0-9]+\\.[0-9]+)$"};
const schema14 = {"title":"a branch","description":"The default branch; else what origin/HEAD says, else the branch that is checked out, else main.","x-use":"the name of one branch, without refs/heads/","type":"string","pattern":"^(?!refs/)[^\\s~^:?*\\[\\\\]+$"};
const pattern0 = new RegExp("^(github\\.com|ghes-[0-9]+\\.[0-9]+)$", "u");
const pattern1 = new RegExp("^(?!refs/)[^\\s~^:?*\\[\\\\]+$", "u");
const schema15 = {"title":"a mapping of environments","description":"By name: what is known of an environment that its name does not say.","x-use":"the environment's name as key, for example `live-eu: { production: true }`","type":"object","additionalProperties":{"$ref":"#/$defs/environment"}};
const schema16 = {"title":"an environment","x-use":"a mapping with production or reviewers","type":"object","additionalProperties":false,"properties":{"production":{"title":"a yes or no","description":"Whether this is production. Names with prod, production or live as a word are, unless this says otherwise.","x-use":"true or false","type":"boolean"},"reviewers":{"title":"a list of reviewers","description":"People or teams whose approval the environment requires; [] says that there are none.","x-use":"a list of names, for example [alice, acme/release]","type":"array","items":{"$ref":"#/$defs/name"}},"because":{"$ref":"#/$defs/because"}}};
const schema17 = {"title":"a name","x-use":"a text","type":"string","pattern":"\\S"};
const schema18 = {"title":"a reason","description":"Who decided this, when, and what it rests on. Required by everything that loosens.","x-use":"a sentence that a colleague will understand in a year","type":"string","pattern":"\\S"};
const pattern2 = new RegExp("\\S", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "production") || (key0 === "reviewers")) || (key0 === "because"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.production !== undefined){
if(typeof data.production !== "boolean"){
const err1 = {instancePath:instancePath+"/production",schemaPath:"#/properties/production/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.reviewers !== undefined){
let data1 = data.reviewers;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err2 = {instancePath:instancePath+"/reviewers/" + i0,schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/reviewers/" + i0,schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/reviewers",schemaPath:"#/properties/reviewers/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.because !== undefined){
let data3 = data.because;
if(typeof data3 === "string"){
if(!pattern2.test(data3)){
const err5 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(validate12(data[key0], {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key0,rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const schema19 = {"title":"a mapping of secrets","description":"By name: whether a secret has one value for the whole repository or one for each environment.","x-use":"the secret's name as key, for example `TF_BACKEND: repository`","type":"object","additionalProperties":{"$ref":"#/$defs/secretScope"}};
const schema20 = {"title":"the scope of a secret","enum":["repository","environment"]};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
if(!((data0 === "repository") || (data0 === "environment"))){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/secretScope/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

const schema21 = {"title":"a list of targets","description":"What is known of targets that files do not say. A later entry wins over an earlier one.","x-use":"entries that begin with `- match:`","type":"array","items":{"$ref":"#/$defs/target"}};
const schema22 = {"title":"a target's entry","x-use":"a mapping that begins with `match:`","type":"object","required":["match"],"additionalProperties":false,"properties":{"match":{"title":"a target's id","description":"The id of a target; * stands for anything, / and # included.","x-use":"an id as the report prints it, for example \"database:*\"","type":"string","pattern":"\\S"},"policy":{"title":"a policy","description":"Replaces what the decision table says. allow and throttle need because.","enum":["allow","throttle","prevent"]},"limit":{"title":"a limit","description":"How many writers `policy: throttle` lets in at once.","x-use":"a whole number, 1 or more","type":"integer","minimum":1},"capacity":{"title":"a capacity","description":"How many writers (of a fleet: hosts) the target was measured to take at once. Needs because.","x-use":"a whole number, 1 or more","type":"integer","minimum":1},"measured":{"title":"a day","description":"When the capacity was measured; after 90 days `signalbox drift` asks for a new one. Without it, the date that `because` names after the word measured.","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"shape":{"$ref":"#/$defs/shape"},"lock":{"$ref":"#/$defs/lock"},"recovery":{"$ref":"#/$defs/recovery"},"blast-radius":{"title":"a size","description":"How much is hit when it goes wrong.","enum":["small","medium","large"]},"same-as":{"title":"a target's id","description":"The id under which the same thing is also known, such as one database behind two secrets.","x-use":"the other id, as the report prints it, without *","type":"string","pattern":"^[^*\\s][^*]*$"},"because":{"$ref":"#/$defs/because"},"until":{"title":"a day","description":"The last day on which the policy and the answers of this entry hold. After it they count for nothing, which is a warning; same-as and the runbook stay.","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}}};
const schema23 = {"title":"a shape","description":"One resource, a known small number of independent ones, or many.","x-use":"single, small-set or large-set, or a mapping such as { value: small-set, count: 4 }","if":{"type":"object"},"then":{"required":["value"],"additionalProperties":false,"properties":{"value":{"title":"a shape","enum":["single","small-set","large-set"]},"count":{"title":"a count","x-use":"a whole number, 1 or more","type":"integer","minimum":1}}},"else":{"enum":["single","small-set","large-set"]}};
const func2 = Object.prototype.hasOwnProperty;
const pattern5 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");
const pattern9 = new RegExp("^[^*\\s][^*]*$", "u");
const schema24 = {"title":"a lock","description":"What the target itself does with a second writer.","x-use":"waits, rejects, none or unknown, or a mapping such as { value: rejects, mechanism: \"lock table\" }","if":{"type":"object"},"then":{"required":["value"],"additionalProperties":false,"properties":{"value":{"title":"a lock","enum":["waits","rejects","none","unknown"]},"mechanism":{"$ref":"#/$defs/name"}}},"else":{"enum":["waits","rejects","none","unknown"]}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value === undefined){
const err1 = {instancePath,schemaPath:"#/then/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((key0 === "value") || (key0 === "mechanism"))){
const err2 = {instancePath,schemaPath:"#/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.value !== undefined){
let data0 = data.value;
if(!((((data0 === "waits") || (data0 === "rejects")) || (data0 === "none")) || (data0 === "unknown"))){
const err3 = {instancePath:instancePath+"/value",schemaPath:"#/then/properties/value/enum",keyword:"enum",params:{allowedValues: schema24.then.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.mechanism !== undefined){
let data1 = data.mechanism;
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
const err4 = {instancePath:instancePath+"/mechanism",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/mechanism",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs9 = errors;
if(!((((data === "waits") || (data === "rejects")) || (data === "none")) || (data === "unknown"))){
const err6 = {instancePath,schemaPath:"#/else/enum",keyword:"enum",params:{allowedValues: schema24.else.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err7 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

const schema26 = {"title":"a recovery","description":"What it costs to get the target back, and the runbook with the day on which it was last tried.","x-use":"low, medium or high, or a mapping such as { runbook: docs/restore.md, last-tested: 2026-10-01 }","if":{"type":"object"},"then":{"additionalProperties":false,"properties":{"cost":{"title":"a recovery cost","enum":["low","medium","high"]},"runbook":{"title":"a runbook","x-use":"a path in the repository or a URL","type":"string","pattern":"\\S"},"last-tested":{"$ref":"#/$defs/day"}}},"else":{"enum":["low","medium","high"]}};
const schema27 = {"title":"a day","x-use":"YYYY-MM-DD","type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "cost") || (key0 === "runbook")) || (key0 === "last-tested"))){
const err1 = {instancePath,schemaPath:"#/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.cost !== undefined){
let data0 = data.cost;
if(!(((data0 === "low") || (data0 === "medium")) || (data0 === "high"))){
const err2 = {instancePath:instancePath+"/cost",schemaPath:"#/then/properties/cost/enum",keyword:"enum",params:{allowedValues: schema26.then.properties.cost.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.runbook !== undefined){
let data1 = data.runbook;
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
const err3 = {instancePath:instancePath+"/runbook",schemaPath:"#/then/properties/runbook/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/runbook",schemaPath:"#/then/properties/runbook/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data["last-tested"] !== undefined){
let data2 = data["last-tested"];
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err5 = {instancePath:instancePath+"/last-tested",schemaPath:"#/$defs/day/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/last-tested",schemaPath:"#/$defs/day/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs11 = errors;
if(!(((data === "low") || (data === "medium")) || (data === "high"))){
const err7 = {instancePath,schemaPath:"#/else/enum",keyword:"enum",params:{allowedValues: schema26.else.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs11 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err8 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.match === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "match"},message:"must have required property '"+"match"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema22.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.match !== undefined){
let data0 = data.match;
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
const err2 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.policy !== undefined){
let data1 = data.policy;
if(!(((data1 === "allow") || (data1 === "throttle")) || (data1 === "prevent"))){
const err4 = {instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/enum",keyword:"enum",params:{allowedValues: schema22.properties.policy.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.limit !== undefined){
let data2 = data.limit;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/limit",schemaPath:"#/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.capacity !== undefined){
let data3 = data.capacity;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/capacity",schemaPath:"#/properties/capacity/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/capacity",schemaPath:"#/properties/capacity/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.measured !== undefined){
let data4 = data.measured;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
const err9 = {instancePath:instancePath+"/measured",schemaPath:"#/properties/measured/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/measured",schemaPath:"#/properties/measured/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.shape !== undefined){
let data5 = data.shape;
const _errs13 = errors;
let valid2 = true;
const _errs14 = errors;
if(!(data5 && typeof data5 == "object" && !Array.isArray(data5))){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var _valid0 = _errs14 === errors;
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs16 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.value === undefined){
const err12 = {instancePath:instancePath+"/shape",schemaPath:"#/$defs/shape/then/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data5){
if(!((key1 === "value") || (key1 === "count"))){
const err13 = {instancePath:instancePath+"/shape",schemaPath:"#/$defs/shape/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data5.value !== undefined){
let data6 = data5.value;
if(!(((data6 === "single") || (data6 === "small-set")) || (data6 === "large-set"))){
const err14 = {instancePath:instancePath+"/shape/value",schemaPath:"#/$defs/shape/then/properties/value/enum",keyword:"enum",params:{allowedValues: schema23.then.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data5.count !== undefined){
let data7 = data5.count;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err15 = {instancePath:instancePath+"/shape/count",schemaPath:"#/$defs/shape/then/properties/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
const err16 = {instancePath:instancePath+"/shape/count",schemaPath:"#/$defs/shape/then/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
}
var _valid0 = _errs16 === errors;
valid2 = _valid0;
ifClause0 = "then";
}
else {
const _errs21 = errors;
if(!(((data5 === "single") || (data5 === "small-set")) || (data5 === "large-set"))){
const err17 = {instancePath:instancePath+"/shape",schemaPath:"#/$defs/shape/else/enum",keyword:"enum",params:{allowedValues: schema23.else.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid0 = _errs21 === errors;
valid2 = _valid0;
ifClause0 = "else";
}
if(!valid2){
const err18 = {instancePath:instancePath+"/shape",schemaPath:"#/$defs/shape/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.lock !== undefined){
if(!(validate19(data.lock, {instancePath:instancePath+"/lock",parentData:data,parentDataProperty:"lock",rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
}
if(data.recovery !== undefined){
if(!(validate21(data.recovery, {instancePath:instancePath+"/recovery",parentData:data,parentDataProperty:"recovery",rootData}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
if(data["blast-radius"] !== undefined){
let data10 = data["blast-radius"];
if(!(((data10 === "small") || (data10 === "medium")) || (data10 === "large"))){
const err19 = {instancePath:instancePath+"/blast-radius",schemaPath:"#/properties/blast-radius/enum",keyword:"enum",params:{allowedValues: schema22.properties["blast-radius"].enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data["same-as"] !== undefined){
let data11 = data["same-as"];
if(typeof data11 === "string"){
if(!pattern9.test(data11)){
const err20 = {instancePath:instancePath+"/same-as",schemaPath:"#/properties/same-as/pattern",keyword:"pattern",params:{pattern: "^[^*\\s][^*]*$"},message:"must match pattern \""+"^[^*\\s][^*]*$"+"\""};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/same-as",schemaPath:"#/properties/same-as/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.because !== undefined){
let data12 = data.because;
if(typeof data12 === "string"){
if(!pattern2.test(data12)){
const err22 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.until !== undefined){
let data13 = data.until;
if(typeof data13 === "string"){
if(!pattern5.test(data13)){
const err24 = {instancePath:instancePath+"/until",schemaPath:"#/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/until",schemaPath:"#/properties/until/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}


function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate18(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

const schema29 = {"title":"a list of ignores","description":"Findings that are hidden, each with its reason. The verdict stays.","x-use":"entries that begin with `- rule:`","type":"array","items":{"$ref":"#/$defs/ignore"}};
const schema30 = {"title":"an ignore","x-use":"a mapping that begins with `rule:`","type":"object","required":["rule","because"],"additionalProperties":false,"properties":{"rule":{"$ref":"#/$defs/rule"},"target":{"title":"a target's id","description":"Only findings of these targets; * stands for anything.","x-use":"an id as the report prints it, for example \"image-build:*\"","type":"string","pattern":"\\S"},"because":{"$ref":"#/$defs/because"},"until":{"$ref":"#/$defs/day"}}};
const schema31 = {"title":"a rule","enum":["approval-holds-group","cancel-mid-write","concurrent-writers","dropped-runs","duplicate-runs","group-deadlock","invalid-concurrency","invisible-queue","lock-bypassed","lock-contention","manual-serialisation","no-recovery-path","no-target-lock","no-timeout","out-of-order","over-capacity","over-restricted","stale-declaration","stale-lock","stale-plan","under-capacity","unreadable-file","unresolved-target","version-mismatch"]};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.rule === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "rule"},message:"must have required property '"+"rule"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.because === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "because"},message:"must have required property '"+"because"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "rule") || (key0 === "target")) || (key0 === "because")) || (key0 === "until"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.rule !== undefined){
let data0 = data.rule;
if(!((((((((((((((((((((((((data0 === "approval-holds-group") || (data0 === "cancel-mid-write")) || (data0 === "concurrent-writers")) || (data0 === "dropped-runs")) || (data0 === "duplicate-runs")) || (data0 === "group-deadlock")) || (data0 === "invalid-concurrency")) || (data0 === "invisible-queue")) || (data0 === "lock-bypassed")) || (data0 === "lock-contention")) || (data0 === "manual-serialisation")) || (data0 === "no-recovery-path")) || (data0 === "no-target-lock")) || (data0 === "no-timeout")) || (data0 === "out-of-order")) || (data0 === "over-capacity")) || (data0 === "over-restricted")) || (data0 === "stale-declaration")) || (data0 === "stale-lock")) || (data0 === "stale-plan")) || (data0 === "under-capacity")) || (data0 === "unreadable-file")) || (data0 === "unresolved-target")) || (data0 === "version-mismatch"))){
const err3 = {instancePath:instancePath+"/rule",schemaPath:"#/$defs/rule/enum",keyword:"enum",params:{allowedValues: schema31.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.target !== undefined){
let data1 = data.target;
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
const err4 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.because !== undefined){
let data2 = data.because;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err6 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/because",schemaPath:"#/$defs/because/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.until !== undefined){
let data3 = data.until;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err8 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/day/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/until",schemaPath:"#/$defs/day/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate26(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="config.schema.json" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "version") || (key0 === "platform")) || (key0 === "default-branch")) || (key0 === "environments")) || (key0 === "secrets")) || (key0 === "targets")) || (key0 === "ignore"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.version !== undefined){
if(!(data.version === 1)){
const err1 = {instancePath:instancePath+"/version",schemaPath:"#/$defs/version/enum",keyword:"enum",params:{allowedValues: schema12.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.platform !== undefined){
let data1 = data.platform;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err2 = {instancePath:instancePath+"/platform",schemaPath:"#/$defs/platform/pattern",keyword:"pattern",params:{pattern: "^(github\\.com|ghes-[0-9]+\\.[0-9]+)$"},message:"must match pattern \""+"^(github\\.com|ghes-[0-9]+\\.[0-9]+)$"+"\""};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/platform",schemaPath:"#/$defs/platform/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data["default-branch"] !== undefined){
let data2 = data["default-branch"];
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err4 = {instancePath:instancePath+"/default-branch",schemaPath:"#/$defs/branch/pattern",keyword:"pattern",params:{pattern: "^(?!refs/)[^\\s~^:?*\\[\\\\]+$"},message:"must match pattern \""+"^(?!refs/)[^\\s~^:?*\\[\\\\]+$"+"\""};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/default-branch",schemaPath:"#/$defs/branch/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.environments !== undefined){
if(!(validate11(data.environments, {instancePath:instancePath+"/environments",parentData:data,parentDataProperty:"environments",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data.secrets !== undefined){
if(!(validate15(data.secrets, {instancePath:instancePath+"/secrets",parentData:data,parentDataProperty:"secrets",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.targets !== undefined){
if(!(validate17(data.targets, {instancePath:instancePath+"/targets",parentData:data,parentDataProperty:"targets",rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
}
if(data.ignore !== undefined){
if(!(validate25(data.ignore, {instancePath:instancePath+"/ignore",parentData:data,parentDataProperty:"ignore",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
