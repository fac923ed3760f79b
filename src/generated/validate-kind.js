// Generated from policies/schema/kind.schema.json by scripts/generate-validators.mjs.
"use strict";
export const validateKind = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"A kind of deploy target","description":"One file of the catalogue: what changes targets of this kind, how they are named, and the four answers. Shipped kinds are in policies/targets, a team's own ones in .signalbox/targets.","type":"object","required":["kind","title","source","id","answers","killed"],"additionalProperties":false,"properties":{"kind":{"type":"string","pattern":"^[a-z][a-z0-9-]*$"},"title":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"},"note":{"type":"string"},"id":{"type":"string","minLength":1},"example":{"type":"string"},"answers":{"type":"object","required":["shape","lock","recovery","blastRadius"],"additionalProperties":false,"properties":{"shape":{"enum":["single","small-set","large-set"]},"lock":{"$ref":"#/definitions/lock"},"recovery":{"$ref":"#/definitions/recovery"},"blastRadius":{"if":{"type":"string"},"then":{"$ref":"#/definitions/size"},"else":{"type":"object","required":["default","production"],"additionalProperties":false,"properties":{"default":{"$ref":"#/definitions/size"},"production":{"$ref":"#/definitions/size"}}}},"capacity":{"type":"object","required":["value","why"],"additionalProperties":false,"properties":{"value":{"type":"integer","minimum":1},"why":{"type":"string","minLength":1}}}}},"killed":{"$ref":"#/definitions/killed"},"everyRunCounts":{"type":"boolean"},"perCommit":{"type":"boolean"},"overlaps":{"enum":["prefix"]},"resolver":{"type":"string","minLength":1},"programs":{"type":"object","additionalProperties":{"$ref":"#/definitions/program"}},"parts":{"$ref":"#/definitions/rules"},"qualifiers":{"$ref":"#/definitions/rules"},"transient":{"type":"array","items":{"type":"object","required":["when","why"],"additionalProperties":false,"properties":{"when":{"$ref":"#/definitions/conditions"},"why":{"type":"string","minLength":1}}}},"writes":{"type":"array","items":{"$ref":"#/definitions/entry"}},"reads":{"type":"array","items":{"$ref":"#/definitions/entry"}},"lockReaders":{"type":"array","items":{"$ref":"#/definitions/entry"}},"lockBreakers":{"type":"array","items":{"$ref":"#/definitions/entry"}},"queueWaits":{"type":"array","items":{"$ref":"#/definitions/entry"}},"switches":{"type":"array","items":{"$ref":"#/definitions/switch"}},"leaves":{"type":"array","items":{"$ref":"#/definitions/leaves"}}},"definitions":{"source":{"type":"string","pattern":"^https://"},"size":{"enum":["small","medium","large"]},"killed":{"enum":["harmless","locked","half-changed","continues"]},"conditions":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"rule":{"if":{"type":"object"},"then":{"required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}},"else":{"type":"string","minLength":1}},"rules":{"type":"object","additionalProperties":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/rule"}}},"program":{"type":"object","additionalProperties":false,"properties":{"valueFlags":{"type":"string"},"booleanFlags":{"type":"string"},"othersTakeValues":{"type":"boolean"},"singleDash":{"type":"boolean"},"help":{"type":"string"},"dedicated":{"type":"boolean"}}},"lock":{"type":"object","required":["value"],"additionalProperties":false,"properties":{"value":{"enum":["waits","rejects","none","unknown"]},"mechanism":{"type":"string","minLength":1},"available":{"type":"string","minLength":1},"ignoredBy":{"type":"array","items":{"type":"string","minLength":1}},"source":{"$ref":"#/definitions/source"}}},"recovery":{"type":"object","required":["value"],"additionalProperties":false,"properties":{"value":{"enum":["low","medium","high"]},"why":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}},"action":{"if":{"type":"array"},"then":{"minItems":1,"items":{"type":"string","pattern":"^[^@]+$"}},"else":{"type":"string","pattern":"^[^@]+$"}},"entry":{"type":"object","additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"action":{"$ref":"#/definitions/action"},"when":{"$ref":"#/definitions/conditions"},"unless":{"$ref":"#/definitions/conditions"},"id":{"type":"string","minLength":1},"parts":{"$ref":"#/definitions/rules"},"resolver":{"type":"string","minLength":1},"lock":{"$ref":"#/definitions/lock"},"recovery":{"$ref":"#/definitions/recovery"},"blastRadius":{"$ref":"#/definitions/size"},"killed":{"$ref":"#/definitions/killed"},"everyRunCounts":{"type":"boolean"},"perCommit":{"type":"boolean"},"ignoresLock":{"type":"boolean"},"bypass":{"type":"string","minLength":1},"waits":{"type":"string","minLength":1},"recoveryBy":{"type":"string","minLength":1},"escapes":{"type":"array","items":{"type":"object","required":["when","what"],"additionalProperties":false,"properties":{"when":{"$ref":"#/definitions/conditions"},"what":{"type":"string","minLength":1}}}},"variants":{"type":"array","items":{"$ref":"#/definitions/variant"}},"switches":{"type":"array","items":{"$ref":"#/definitions/switch"}},"note":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}},"variant":{"type":"object","additionalProperties":false,"properties":{"engine":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"package":{"type":"string","minLength":1},"before":{"type":"integer"},"from":{"type":"integer"},"files":{"type":"object","required":["in","match"],"additionalProperties":false,"properties":{"in":{"type":"string","minLength":1},"match":{"type":"string","minLength":1}}},"lock":{"$ref":"#/definitions/lock"},"killed":{"$ref":"#/definitions/killed"},"source":{"$ref":"#/definitions/source"}}},"switch":{"type":"object","required":["when"],"additionalProperties":false,"properties":{"when":{"$ref":"#/definitions/conditions"},"lock":{"$ref":"#/definitions/lock"},"recovery":{"$ref":"#/definitions/recovery"},"recoveryBy":{"type":"string","minLength":1},"blastRadius":{"$ref":"#/definitions/size"},"killed":{"$ref":"#/definitions/killed"},"everyRunCounts":{"type":"boolean"},"perCommit":{"type":"boolean"},"ignoresLock":{"type":"boolean"},"bypass":{"type":"string","minLength":1},"waits":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}},"leaves":{"type":"object","additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"action":{"$ref":"#/definitions/action"},"when":{"$ref":"#/definitions/conditions"},"unless":{"$ref":"#/definitions/conditions"},"facts":{"$ref":"#/definitions/rules"},"outputs":{"$ref":"#/definitions/rules"},"env":{"$ref":"#/definitions/rules"},"stdout":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/rule"}},"source":{"$ref":"#/definitions/source"}}}}};
const schema12 = {"type":"string","pattern":"^https://"};
const schema17 = {"enum":["small","medium","large"]};
const schema20 = {"enum":["harmless","locked","half-changed","continues"]};
const schema21 = {"type":"object","additionalProperties":false,"properties":{"valueFlags":{"type":"string"},"booleanFlags":{"type":"string"},"othersTakeValues":{"type":"boolean"},"singleDash":{"type":"boolean"},"help":{"type":"string"},"dedicated":{"type":"boolean"}}};
const schema24 = {"type":"array","minItems":1,"items":{"type":"string","minLength":1}};
const func2 = Object.prototype.hasOwnProperty;
const func3 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[a-z][a-z0-9-]*$", "u");
const pattern1 = new RegExp("^https://", "u");
const schema13 = {"type":"object","required":["value"],"additionalProperties":false,"properties":{"value":{"enum":["waits","rejects","none","unknown"]},"mechanism":{"type":"string","minLength":1},"available":{"type":"string","minLength":1},"ignoredBy":{"type":"array","items":{"type":"string","minLength":1}},"source":{"$ref":"#/definitions/source"}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'",schema:schema13.required,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((((key0 === "value") || (key0 === "mechanism")) || (key0 === "available")) || (key0 === "ignoredBy")) || (key0 === "source"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.value !== undefined){
let data0 = data.value;
if(!((((data0 === "waits") || (data0 === "rejects")) || (data0 === "none")) || (data0 === "unknown"))){
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/enum",keyword:"enum",params:{allowedValues: schema13.properties.value.enum},message:"must be equal to one of the allowed values",schema:schema13.properties.value.enum,parentSchema:schema13.properties.value,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.mechanism !== undefined){
let data1 = data.mechanism;
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err3 = {instancePath:instancePath+"/mechanism",schemaPath:"#/properties/mechanism/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.mechanism,data:data1};
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
const err4 = {instancePath:instancePath+"/mechanism",schemaPath:"#/properties/mechanism/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.mechanism.type,parentSchema:schema13.properties.mechanism,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.available !== undefined){
let data2 = data.available;
if(typeof data2 === "string"){
if(func3(data2) < 1){
const err5 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.available,data:data2};
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
const err6 = {instancePath:instancePath+"/available",schemaPath:"#/properties/available/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.available.type,parentSchema:schema13.properties.available,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ignoredBy !== undefined){
let data3 = data.ignoredBy;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(func3(data4) < 1){
const err7 = {instancePath:instancePath+"/ignoredBy/" + i0,schemaPath:"#/properties/ignoredBy/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema13.properties.ignoredBy.items,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/ignoredBy/" + i0,schemaPath:"#/properties/ignoredBy/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema13.properties.ignoredBy.items.type,parentSchema:schema13.properties.ignoredBy.items,data:data4};
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
else {
const err9 = {instancePath:instancePath+"/ignoredBy",schemaPath:"#/properties/ignoredBy/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema13.properties.ignoredBy.type,parentSchema:schema13.properties.ignoredBy,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.source !== undefined){
let data5 = data.source;
if(typeof data5 === "string"){
if(!pattern1.test(data5)){
const err10 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema13.type,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"object","required":["value"],"additionalProperties":false,"properties":{"value":{"enum":["low","medium","high"]},"why":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'",schema:schema15.required,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "value") || (key0 === "why")) || (key0 === "source"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.value !== undefined){
let data0 = data.value;
if(!(((data0 === "low") || (data0 === "medium")) || (data0 === "high"))){
const err2 = {instancePath:instancePath+"/value",schemaPath:"#/properties/value/enum",keyword:"enum",params:{allowedValues: schema15.properties.value.enum},message:"must be equal to one of the allowed values",schema:schema15.properties.value.enum,parentSchema:schema15.properties.value,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.why !== undefined){
let data1 = data.why;
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err3 = {instancePath:instancePath+"/why",schemaPath:"#/properties/why/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema15.properties.why,data:data1};
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
const err4 = {instancePath:instancePath+"/why",schemaPath:"#/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema15.properties.why.type,parentSchema:schema15.properties.why,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.source !== undefined){
let data2 = data.source;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err5 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data2};
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
const err6 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data2};
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
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema15.type,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

const schema22 = {"type":"object","additionalProperties":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/rule"}}};
const schema23 = {"if":{"type":"object"},"then":{"required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}},"else":{"type":"string","minLength":1}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
if(Array.isArray(data0)){
if(data0.length < 1){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema22.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs6 = errors;
let valid4 = true;
const _errs7 = errors;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs7 === errors;
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.text === undefined){
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/definitions/rule/then/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema23.then.required,parentSchema:schema23.then,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key1 in data1){
if(!(key1 === "text")){
const err3 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/definitions/rule/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema23.then,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1.text !== undefined){
let data2 = data1.text;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0+"/text",schemaPath:"#/definitions/rule/then/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.then.properties.text.type,parentSchema:schema23.then.properties.text,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
var _valid0 = _errs9 === errors;
valid4 = _valid0;
ifClause0 = "then";
}
else {
const _errs13 = errors;
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err5 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/definitions/rule/else/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema23.else,data:data1};
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
const err6 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/definitions/rule/else/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.else.type,parentSchema:schema23.else,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid4 = _valid0;
ifClause0 = "else";
}
if(!valid4){
const err7 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/definitions/rule/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema23.if,parentSchema:schema23,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema22.additionalProperties.type,parentSchema:schema22.additionalProperties,data:data0};
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
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema22.type,parentSchema:schema22,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

const schema25 = {"type":"object","additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"action":{"$ref":"#/definitions/action"},"when":{"$ref":"#/definitions/conditions"},"unless":{"$ref":"#/definitions/conditions"},"id":{"type":"string","minLength":1},"parts":{"$ref":"#/definitions/rules"},"resolver":{"type":"string","minLength":1},"lock":{"$ref":"#/definitions/lock"},"recovery":{"$ref":"#/definitions/recovery"},"blastRadius":{"$ref":"#/definitions/size"},"killed":{"$ref":"#/definitions/killed"},"everyRunCounts":{"type":"boolean"},"perCommit":{"type":"boolean"},"ignoresLock":{"type":"boolean"},"bypass":{"type":"string","minLength":1},"waits":{"type":"string","minLength":1},"recoveryBy":{"type":"string","minLength":1},"escapes":{"type":"array","items":{"type":"object","required":["when","what"],"additionalProperties":false,"properties":{"when":{"$ref":"#/definitions/conditions"},"what":{"type":"string","minLength":1}}}},"variants":{"type":"array","items":{"$ref":"#/definitions/variant"}},"switches":{"type":"array","items":{"$ref":"#/definitions/switch"}},"note":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}};
const schema26 = {"if":{"type":"array"},"then":{"minItems":1,"items":{"type":"string","pattern":"^[^@]+$"}},"else":{"type":"string","pattern":"^[^@]+$"}};
const pattern4 = new RegExp("^[^@]+$", "u");
const schema32 = {"type":"object","additionalProperties":false,"properties":{"engine":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"package":{"type":"string","minLength":1},"before":{"type":"integer"},"from":{"type":"integer"},"files":{"type":"object","required":["in","match"],"additionalProperties":false,"properties":{"in":{"type":"string","minLength":1},"match":{"type":"string","minLength":1}}},"lock":{"$ref":"#/definitions/lock"},"killed":{"$ref":"#/definitions/killed"},"source":{"$ref":"#/definitions/source"}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "engine") || (key0 === "package")) || (key0 === "before")) || (key0 === "from")) || (key0 === "files")) || (key0 === "lock")) || (key0 === "killed")) || (key0 === "source"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.engine !== undefined){
let data0 = data.engine;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/engine",schemaPath:"#/properties/engine/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema32.properties.engine,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err2 = {instancePath:instancePath+"/engine/" + i0,schemaPath:"#/properties/engine/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.engine.items,data:data1};
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
const err3 = {instancePath:instancePath+"/engine/" + i0,schemaPath:"#/properties/engine/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.engine.items.type,parentSchema:schema32.properties.engine.items,data:data1};
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
const err4 = {instancePath:instancePath+"/engine",schemaPath:"#/properties/engine/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.engine.type,parentSchema:schema32.properties.engine,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.package !== undefined){
let data2 = data.package;
if(typeof data2 === "string"){
if(func3(data2) < 1){
const err5 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.package,data:data2};
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
const err6 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.package.type,parentSchema:schema32.properties.package,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.before !== undefined){
let data3 = data.before;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.before.type,parentSchema:schema32.properties.before,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.from !== undefined){
let data4 = data.from;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err8 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema32.properties.from.type,parentSchema:schema32.properties.from,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.files !== undefined){
let data5 = data.files;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.in === undefined){
const err9 = {instancePath:instancePath+"/files",schemaPath:"#/properties/files/required",keyword:"required",params:{missingProperty: "in"},message:"must have required property '"+"in"+"'",schema:schema32.properties.files.required,parentSchema:schema32.properties.files,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data5.match === undefined){
const err10 = {instancePath:instancePath+"/files",schemaPath:"#/properties/files/required",keyword:"required",params:{missingProperty: "match"},message:"must have required property '"+"match"+"'",schema:schema32.properties.files.required,parentSchema:schema32.properties.files,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 in data5){
if(!((key1 === "in") || (key1 === "match"))){
const err11 = {instancePath:instancePath+"/files",schemaPath:"#/properties/files/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema32.properties.files,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data5.in !== undefined){
let data6 = data5.in;
if(typeof data6 === "string"){
if(func3(data6) < 1){
const err12 = {instancePath:instancePath+"/files/in",schemaPath:"#/properties/files/properties/in/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.files.properties.in,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/files/in",schemaPath:"#/properties/files/properties/in/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.files.properties.in.type,parentSchema:schema32.properties.files.properties.in,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data5.match !== undefined){
let data7 = data5.match;
if(typeof data7 === "string"){
if(func3(data7) < 1){
const err14 = {instancePath:instancePath+"/files/match",schemaPath:"#/properties/files/properties/match/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.files.properties.match,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/files/match",schemaPath:"#/properties/files/properties/match/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.files.properties.match.type,parentSchema:schema32.properties.files.properties.match,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/files",schemaPath:"#/properties/files/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.properties.files.type,parentSchema:schema32.properties.files,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.lock !== undefined){
if(!(validate11(data.lock, {instancePath:instancePath+"/lock",parentData:data,parentDataProperty:"lock",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data.killed !== undefined){
let data9 = data.killed;
if(!((((data9 === "harmless") || (data9 === "locked")) || (data9 === "half-changed")) || (data9 === "continues"))){
const err17 = {instancePath:instancePath+"/killed",schemaPath:"#/definitions/killed/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values",schema:schema20.enum,parentSchema:schema20,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.source !== undefined){
let data10 = data.source;
if(typeof data10 === "string"){
if(!pattern1.test(data10)){
const err18 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema35 = {"type":"object","required":["when"],"additionalProperties":false,"properties":{"when":{"$ref":"#/definitions/conditions"},"lock":{"$ref":"#/definitions/lock"},"recovery":{"$ref":"#/definitions/recovery"},"recoveryBy":{"type":"string","minLength":1},"blastRadius":{"$ref":"#/definitions/size"},"killed":{"$ref":"#/definitions/killed"},"everyRunCounts":{"type":"boolean"},"perCommit":{"type":"boolean"},"ignoresLock":{"type":"boolean"},"bypass":{"type":"string","minLength":1},"waits":{"type":"string","minLength":1},"source":{"$ref":"#/definitions/source"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.when === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "when"},message:"must have required property '"+"when"+"'",schema:schema35.required,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema35.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.when !== undefined){
let data0 = data.when;
if(Array.isArray(data0)){
if(data0.length < 1){
const err2 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err3 = {instancePath:instancePath+"/when/" + i0,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data1};
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
const err4 = {instancePath:instancePath+"/when/" + i0,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.lock !== undefined){
if(!(validate11(data.lock, {instancePath:instancePath+"/lock",parentData:data,parentDataProperty:"lock",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data.recovery !== undefined){
if(!(validate13(data.recovery, {instancePath:instancePath+"/recovery",parentData:data,parentDataProperty:"recovery",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
if(data.recoveryBy !== undefined){
let data4 = data.recoveryBy;
if(typeof data4 === "string"){
if(func3(data4) < 1){
const err6 = {instancePath:instancePath+"/recoveryBy",schemaPath:"#/properties/recoveryBy/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.recoveryBy,data:data4};
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
const err7 = {instancePath:instancePath+"/recoveryBy",schemaPath:"#/properties/recoveryBy/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.recoveryBy.type,parentSchema:schema35.properties.recoveryBy,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.blastRadius !== undefined){
let data5 = data.blastRadius;
if(!(((data5 === "small") || (data5 === "medium")) || (data5 === "large"))){
const err8 = {instancePath:instancePath+"/blastRadius",schemaPath:"#/definitions/size/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values",schema:schema17.enum,parentSchema:schema17,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.killed !== undefined){
let data6 = data.killed;
if(!((((data6 === "harmless") || (data6 === "locked")) || (data6 === "half-changed")) || (data6 === "continues"))){
const err9 = {instancePath:instancePath+"/killed",schemaPath:"#/definitions/killed/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values",schema:schema20.enum,parentSchema:schema20,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.everyRunCounts !== undefined){
let data7 = data.everyRunCounts;
if(typeof data7 !== "boolean"){
const err10 = {instancePath:instancePath+"/everyRunCounts",schemaPath:"#/properties/everyRunCounts/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema35.properties.everyRunCounts.type,parentSchema:schema35.properties.everyRunCounts,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.perCommit !== undefined){
let data8 = data.perCommit;
if(typeof data8 !== "boolean"){
const err11 = {instancePath:instancePath+"/perCommit",schemaPath:"#/properties/perCommit/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema35.properties.perCommit.type,parentSchema:schema35.properties.perCommit,data:data8};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.ignoresLock !== undefined){
let data9 = data.ignoresLock;
if(typeof data9 !== "boolean"){
const err12 = {instancePath:instancePath+"/ignoresLock",schemaPath:"#/properties/ignoresLock/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema35.properties.ignoresLock.type,parentSchema:schema35.properties.ignoresLock,data:data9};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.bypass !== undefined){
let data10 = data.bypass;
if(typeof data10 === "string"){
if(func3(data10) < 1){
const err13 = {instancePath:instancePath+"/bypass",schemaPath:"#/properties/bypass/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.bypass,data:data10};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/bypass",schemaPath:"#/properties/bypass/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.bypass.type,parentSchema:schema35.properties.bypass,data:data10};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.waits !== undefined){
let data11 = data.waits;
if(typeof data11 === "string"){
if(func3(data11) < 1){
const err15 = {instancePath:instancePath+"/waits",schemaPath:"#/properties/waits/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema35.properties.waits,data:data11};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/waits",schemaPath:"#/properties/waits/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema35.properties.waits.type,parentSchema:schema35.properties.waits,data:data11};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.source !== undefined){
let data12 = data.source;
if(typeof data12 === "string"){
if(!pattern1.test(data12)){
const err17 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data12};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data12};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.type,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}


function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema25.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.command !== undefined){
let data0 = data.command;
if(typeof data0 === "string"){
if(func3(data0) < 1){
const err1 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.command,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.command.type,parentSchema:schema25.properties.command,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.action !== undefined){
let data1 = data.action;
const _errs6 = errors;
let valid2 = true;
const _errs7 = errors;
if(!(Array.isArray(data1))){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs7 === errors;
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(Array.isArray(data1)){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/then/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema26.then,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err5 = {instancePath:instancePath+"/action/" + i0,schemaPath:"#/definitions/action/then/items/pattern",keyword:"pattern",params:{pattern: "^[^@]+$"},message:"must match pattern \""+"^[^@]+$"+"\"",schema:"^[^@]+$",parentSchema:schema26.then.items,data:data2};
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
const err6 = {instancePath:instancePath+"/action/" + i0,schemaPath:"#/definitions/action/then/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema26.then.items.type,parentSchema:schema26.then.items,data:data2};
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
var _valid0 = _errs9 === errors;
valid2 = _valid0;
ifClause0 = "then";
}
else {
const _errs12 = errors;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/else/pattern",keyword:"pattern",params:{pattern: "^[^@]+$"},message:"must match pattern \""+"^[^@]+$"+"\"",schema:"^[^@]+$",parentSchema:schema26.else,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/else/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema26.else.type,parentSchema:schema26.else,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid2 = _valid0;
ifClause0 = "else";
}
if(!valid2){
const err9 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema26.if,parentSchema:schema26,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.when !== undefined){
let data3 = data.when;
if(Array.isArray(data3)){
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(func3(data4) < 1){
const err11 = {instancePath:instancePath+"/when/" + i1,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/when/" + i1,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.unless !== undefined){
let data5 = data.unless;
if(Array.isArray(data5)){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/unless",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
if(typeof data6 === "string"){
if(func3(data6) < 1){
const err15 = {instancePath:instancePath+"/unless/" + i2,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/unless/" + i2,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data6};
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
else {
const err17 = {instancePath:instancePath+"/unless",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.id !== undefined){
let data7 = data.id;
if(typeof data7 === "string"){
if(func3(data7) < 1){
const err18 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.id,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.id.type,parentSchema:schema25.properties.id,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.parts !== undefined){
if(!(validate15(data.parts, {instancePath:instancePath+"/parts",parentData:data,parentDataProperty:"parts",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.resolver !== undefined){
let data9 = data.resolver;
if(typeof data9 === "string"){
if(func3(data9) < 1){
const err20 = {instancePath:instancePath+"/resolver",schemaPath:"#/properties/resolver/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.resolver,data:data9};
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
const err21 = {instancePath:instancePath+"/resolver",schemaPath:"#/properties/resolver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.resolver.type,parentSchema:schema25.properties.resolver,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.lock !== undefined){
if(!(validate11(data.lock, {instancePath:instancePath+"/lock",parentData:data,parentDataProperty:"lock",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data.recovery !== undefined){
if(!(validate13(data.recovery, {instancePath:instancePath+"/recovery",parentData:data,parentDataProperty:"recovery",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
if(data.blastRadius !== undefined){
let data12 = data.blastRadius;
if(!(((data12 === "small") || (data12 === "medium")) || (data12 === "large"))){
const err22 = {instancePath:instancePath+"/blastRadius",schemaPath:"#/definitions/size/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values",schema:schema17.enum,parentSchema:schema17,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.killed !== undefined){
let data13 = data.killed;
if(!((((data13 === "harmless") || (data13 === "locked")) || (data13 === "half-changed")) || (data13 === "continues"))){
const err23 = {instancePath:instancePath+"/killed",schemaPath:"#/definitions/killed/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values",schema:schema20.enum,parentSchema:schema20,data:data13};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.everyRunCounts !== undefined){
let data14 = data.everyRunCounts;
if(typeof data14 !== "boolean"){
const err24 = {instancePath:instancePath+"/everyRunCounts",schemaPath:"#/properties/everyRunCounts/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema25.properties.everyRunCounts.type,parentSchema:schema25.properties.everyRunCounts,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.perCommit !== undefined){
let data15 = data.perCommit;
if(typeof data15 !== "boolean"){
const err25 = {instancePath:instancePath+"/perCommit",schemaPath:"#/properties/perCommit/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema25.properties.perCommit.type,parentSchema:schema25.properties.perCommit,data:data15};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.ignoresLock !== undefined){
let data16 = data.ignoresLock;
if(typeof data16 !== "boolean"){
const err26 = {instancePath:instancePath+"/ignoresLock",schemaPath:"#/properties/ignoresLock/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema25.properties.ignoresLock.type,parentSchema:schema25.properties.ignoresLock,data:data16};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.bypass !== undefined){
let data17 = data.bypass;
if(typeof data17 === "string"){
if(func3(data17) < 1){
const err27 = {instancePath:instancePath+"/bypass",schemaPath:"#/properties/bypass/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.bypass,data:data17};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/bypass",schemaPath:"#/properties/bypass/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.bypass.type,parentSchema:schema25.properties.bypass,data:data17};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.waits !== undefined){
let data18 = data.waits;
if(typeof data18 === "string"){
if(func3(data18) < 1){
const err29 = {instancePath:instancePath+"/waits",schemaPath:"#/properties/waits/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.waits,data:data18};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/waits",schemaPath:"#/properties/waits/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.waits.type,parentSchema:schema25.properties.waits,data:data18};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.recoveryBy !== undefined){
let data19 = data.recoveryBy;
if(typeof data19 === "string"){
if(func3(data19) < 1){
const err31 = {instancePath:instancePath+"/recoveryBy",schemaPath:"#/properties/recoveryBy/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.recoveryBy,data:data19};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/recoveryBy",schemaPath:"#/properties/recoveryBy/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.recoveryBy.type,parentSchema:schema25.properties.recoveryBy,data:data19};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.escapes !== undefined){
let data20 = data.escapes;
if(Array.isArray(data20)){
const len3 = data20.length;
for(let i3=0; i3<len3; i3++){
let data21 = data20[i3];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.when === undefined){
const err33 = {instancePath:instancePath+"/escapes/" + i3,schemaPath:"#/properties/escapes/items/required",keyword:"required",params:{missingProperty: "when"},message:"must have required property '"+"when"+"'",schema:schema25.properties.escapes.items.required,parentSchema:schema25.properties.escapes.items,data:data21};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data21.what === undefined){
const err34 = {instancePath:instancePath+"/escapes/" + i3,schemaPath:"#/properties/escapes/items/required",keyword:"required",params:{missingProperty: "what"},message:"must have required property '"+"what"+"'",schema:schema25.properties.escapes.items.required,parentSchema:schema25.properties.escapes.items,data:data21};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
for(const key1 in data21){
if(!((key1 === "when") || (key1 === "what"))){
const err35 = {instancePath:instancePath+"/escapes/" + i3,schemaPath:"#/properties/escapes/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema25.properties.escapes.items,data:data21};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data21.when !== undefined){
let data22 = data21.when;
if(Array.isArray(data22)){
if(data22.length < 1){
const err36 = {instancePath:instancePath+"/escapes/" + i3+"/when",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data22};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
const len4 = data22.length;
for(let i4=0; i4<len4; i4++){
let data23 = data22[i4];
if(typeof data23 === "string"){
if(func3(data23) < 1){
const err37 = {instancePath:instancePath+"/escapes/" + i3+"/when/" + i4,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data23};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/escapes/" + i3+"/when/" + i4,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data23};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/escapes/" + i3+"/when",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data22};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data21.what !== undefined){
let data24 = data21.what;
if(typeof data24 === "string"){
if(func3(data24) < 1){
const err40 = {instancePath:instancePath+"/escapes/" + i3+"/what",schemaPath:"#/properties/escapes/items/properties/what/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.escapes.items.properties.what,data:data24};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/escapes/" + i3+"/what",schemaPath:"#/properties/escapes/items/properties/what/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.escapes.items.properties.what.type,parentSchema:schema25.properties.escapes.items.properties.what,data:data24};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
else {
const err42 = {instancePath:instancePath+"/escapes/" + i3,schemaPath:"#/properties/escapes/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema25.properties.escapes.items.type,parentSchema:schema25.properties.escapes.items,data:data21};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/escapes",schemaPath:"#/properties/escapes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema25.properties.escapes.type,parentSchema:schema25.properties.escapes,data:data20};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.variants !== undefined){
let data25 = data.variants;
if(Array.isArray(data25)){
const len5 = data25.length;
for(let i5=0; i5<len5; i5++){
if(!(validate22(data25[i5], {instancePath:instancePath+"/variants/" + i5,parentData:data25,parentDataProperty:i5,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err44 = {instancePath:instancePath+"/variants",schemaPath:"#/properties/variants/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema25.properties.variants.type,parentSchema:schema25.properties.variants,data:data25};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.switches !== undefined){
let data27 = data.switches;
if(Array.isArray(data27)){
const len6 = data27.length;
for(let i6=0; i6<len6; i6++){
if(!(validate25(data27[i6], {instancePath:instancePath+"/switches/" + i6,parentData:data27,parentDataProperty:i6,rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err45 = {instancePath:instancePath+"/switches",schemaPath:"#/properties/switches/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema25.properties.switches.type,parentSchema:schema25.properties.switches,data:data27};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.note !== undefined){
let data29 = data.note;
if(typeof data29 === "string"){
if(func3(data29) < 1){
const err46 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema25.properties.note,data:data29};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema25.properties.note.type,parentSchema:schema25.properties.note,data:data29};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.source !== undefined){
let data30 = data.source;
if(typeof data30 === "string"){
if(!pattern1.test(data30)){
const err48 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data30};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data30};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema25.type,parentSchema:schema25,data};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

const schema41 = {"type":"object","additionalProperties":false,"properties":{"command":{"type":"string","minLength":1},"action":{"$ref":"#/definitions/action"},"when":{"$ref":"#/definitions/conditions"},"unless":{"$ref":"#/definitions/conditions"},"facts":{"$ref":"#/definitions/rules"},"outputs":{"$ref":"#/definitions/rules"},"env":{"$ref":"#/definitions/rules"},"stdout":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/rule"}},"source":{"$ref":"#/definitions/source"}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema41.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.command !== undefined){
let data0 = data.command;
if(typeof data0 === "string"){
if(func3(data0) < 1){
const err1 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema41.properties.command,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.properties.command.type,parentSchema:schema41.properties.command,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.action !== undefined){
let data1 = data.action;
const _errs6 = errors;
let valid2 = true;
const _errs7 = errors;
if(!(Array.isArray(data1))){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs7 === errors;
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(Array.isArray(data1)){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/then/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema26.then,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err5 = {instancePath:instancePath+"/action/" + i0,schemaPath:"#/definitions/action/then/items/pattern",keyword:"pattern",params:{pattern: "^[^@]+$"},message:"must match pattern \""+"^[^@]+$"+"\"",schema:"^[^@]+$",parentSchema:schema26.then.items,data:data2};
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
const err6 = {instancePath:instancePath+"/action/" + i0,schemaPath:"#/definitions/action/then/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema26.then.items.type,parentSchema:schema26.then.items,data:data2};
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
var _valid0 = _errs9 === errors;
valid2 = _valid0;
ifClause0 = "then";
}
else {
const _errs12 = errors;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/else/pattern",keyword:"pattern",params:{pattern: "^[^@]+$"},message:"must match pattern \""+"^[^@]+$"+"\"",schema:"^[^@]+$",parentSchema:schema26.else,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/else/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema26.else.type,parentSchema:schema26.else,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid2 = _valid0;
ifClause0 = "else";
}
if(!valid2){
const err9 = {instancePath:instancePath+"/action",schemaPath:"#/definitions/action/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema26.if,parentSchema:schema26,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.when !== undefined){
let data3 = data.when;
if(Array.isArray(data3)){
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(func3(data4) < 1){
const err11 = {instancePath:instancePath+"/when/" + i1,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/when/" + i1,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/when",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.unless !== undefined){
let data5 = data.unless;
if(Array.isArray(data5)){
if(data5.length < 1){
const err14 = {instancePath:instancePath+"/unless",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
if(typeof data6 === "string"){
if(func3(data6) < 1){
const err15 = {instancePath:instancePath+"/unless/" + i2,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/unless/" + i2,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data6};
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
else {
const err17 = {instancePath:instancePath+"/unless",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.facts !== undefined){
if(!(validate15(data.facts, {instancePath:instancePath+"/facts",parentData:data,parentDataProperty:"facts",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.outputs !== undefined){
if(!(validate15(data.outputs, {instancePath:instancePath+"/outputs",parentData:data,parentDataProperty:"outputs",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.env !== undefined){
if(!(validate15(data.env, {instancePath:instancePath+"/env",parentData:data,parentDataProperty:"env",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.stdout !== undefined){
let data10 = data.stdout;
if(Array.isArray(data10)){
if(data10.length < 1){
const err18 = {instancePath:instancePath+"/stdout",schemaPath:"#/properties/stdout/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema41.properties.stdout,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len3 = data10.length;
for(let i3=0; i3<len3; i3++){
let data11 = data10[i3];
const _errs31 = errors;
let valid14 = true;
const _errs32 = errors;
if(!(data11 && typeof data11 == "object" && !Array.isArray(data11))){
const err19 = {};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var _valid1 = _errs32 === errors;
errors = _errs31;
if(vErrors !== null){
if(_errs31){
vErrors.length = _errs31;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid1){
const _errs34 = errors;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.text === undefined){
const err20 = {instancePath:instancePath+"/stdout/" + i3,schemaPath:"#/definitions/rule/then/required",keyword:"required",params:{missingProperty: "text"},message:"must have required property '"+"text"+"'",schema:schema23.then.required,parentSchema:schema23.then,data:data11};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key1 in data11){
if(!(key1 === "text")){
const err21 = {instancePath:instancePath+"/stdout/" + i3,schemaPath:"#/definitions/rule/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema23.then,data:data11};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data11.text !== undefined){
let data12 = data11.text;
if(typeof data12 !== "string"){
const err22 = {instancePath:instancePath+"/stdout/" + i3+"/text",schemaPath:"#/definitions/rule/then/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.then.properties.text.type,parentSchema:schema23.then.properties.text,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
var _valid1 = _errs34 === errors;
valid14 = _valid1;
ifClause1 = "then";
}
else {
const _errs38 = errors;
if(typeof data11 === "string"){
if(func3(data11) < 1){
const err23 = {instancePath:instancePath+"/stdout/" + i3,schemaPath:"#/definitions/rule/else/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema23.else,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/stdout/" + i3,schemaPath:"#/definitions/rule/else/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema23.else.type,parentSchema:schema23.else,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid1 = _errs38 === errors;
valid14 = _valid1;
ifClause1 = "else";
}
if(!valid14){
const err25 = {instancePath:instancePath+"/stdout/" + i3,schemaPath:"#/definitions/rule/if",keyword:"if",params:{failingKeyword: ifClause1},message:"must match \""+ifClause1+"\" schema",schema:schema23.if,parentSchema:schema23,data:data11};
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
const err26 = {instancePath:instancePath+"/stdout",schemaPath:"#/properties/stdout/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema41.properties.stdout.type,parentSchema:schema41.properties.stdout,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.source !== undefined){
let data13 = data.source;
if(typeof data13 === "string"){
if(!pattern1.test(data13)){
const err27 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema41.type,parentSchema:schema41,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.title === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.source === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.id === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.answers === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},message:"must have required property '"+"answers"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.killed === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "killed"},message:"must have required property '"+"killed"+"'",schema:schema11.required,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
const err6 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err7 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z][a-z0-9-]*$"+"\"",schema:"^[a-z][a-z0-9-]*$",parentSchema:schema11.properties.kind,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.kind.type,parentSchema:schema11.properties.kind,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.title !== undefined){
let data1 = data.title;
if(typeof data1 === "string"){
if(func3(data1) < 1){
const err9 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.title,data:data1};
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
const err10 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.title.type,parentSchema:schema11.properties.title,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.source !== undefined){
let data2 = data.source;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err11 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/pattern",keyword:"pattern",params:{pattern: "^https://"},message:"must match pattern \""+"^https://"+"\"",schema:"^https://",parentSchema:schema12,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema12.type,parentSchema:schema12,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.note !== undefined){
let data3 = data.note;
if(typeof data3 !== "string"){
const err13 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.note.type,parentSchema:schema11.properties.note,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.id !== undefined){
let data4 = data.id;
if(typeof data4 === "string"){
if(func3(data4) < 1){
const err14 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.id,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.id.type,parentSchema:schema11.properties.id,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.example !== undefined){
let data5 = data.example;
if(typeof data5 !== "string"){
const err16 = {instancePath:instancePath+"/example",schemaPath:"#/properties/example/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.example.type,parentSchema:schema11.properties.example,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.answers !== undefined){
let data6 = data.answers;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.shape === undefined){
const err17 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/required",keyword:"required",params:{missingProperty: "shape"},message:"must have required property '"+"shape"+"'",schema:schema11.properties.answers.required,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6.lock === undefined){
const err18 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/required",keyword:"required",params:{missingProperty: "lock"},message:"must have required property '"+"lock"+"'",schema:schema11.properties.answers.required,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6.recovery === undefined){
const err19 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/required",keyword:"required",params:{missingProperty: "recovery"},message:"must have required property '"+"recovery"+"'",schema:schema11.properties.answers.required,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data6.blastRadius === undefined){
const err20 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/required",keyword:"required",params:{missingProperty: "blastRadius"},message:"must have required property '"+"blastRadius"+"'",schema:schema11.properties.answers.required,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
for(const key1 in data6){
if(!(((((key1 === "shape") || (key1 === "lock")) || (key1 === "recovery")) || (key1 === "blastRadius")) || (key1 === "capacity"))){
const err21 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data6.shape !== undefined){
let data7 = data6.shape;
if(!(((data7 === "single") || (data7 === "small-set")) || (data7 === "large-set"))){
const err22 = {instancePath:instancePath+"/answers/shape",schemaPath:"#/properties/answers/properties/shape/enum",keyword:"enum",params:{allowedValues: schema11.properties.answers.properties.shape.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.answers.properties.shape.enum,parentSchema:schema11.properties.answers.properties.shape,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data6.lock !== undefined){
if(!(validate11(data6.lock, {instancePath:instancePath+"/answers/lock",parentData:data6,parentDataProperty:"lock",rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data6.recovery !== undefined){
if(!(validate13(data6.recovery, {instancePath:instancePath+"/answers/recovery",parentData:data6,parentDataProperty:"recovery",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
if(data6.blastRadius !== undefined){
let data10 = data6.blastRadius;
const _errs22 = errors;
let valid3 = true;
const _errs23 = errors;
if(typeof data10 !== "string"){
const err23 = {};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var _valid0 = _errs23 === errors;
errors = _errs22;
if(vErrors !== null){
if(_errs22){
vErrors.length = _errs22;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs25 = errors;
if(!(((data10 === "small") || (data10 === "medium")) || (data10 === "large"))){
const err24 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/definitions/size/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values",schema:schema17.enum,parentSchema:schema17,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid0 = _errs25 === errors;
valid3 = _valid0;
ifClause0 = "then";
}
else {
const _errs27 = errors;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.default === undefined){
const err25 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/properties/answers/properties/blastRadius/else/required",keyword:"required",params:{missingProperty: "default"},message:"must have required property '"+"default"+"'",schema:schema11.properties.answers.properties.blastRadius.else.required,parentSchema:schema11.properties.answers.properties.blastRadius.else,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data10.production === undefined){
const err26 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/properties/answers/properties/blastRadius/else/required",keyword:"required",params:{missingProperty: "production"},message:"must have required property '"+"production"+"'",schema:schema11.properties.answers.properties.blastRadius.else.required,parentSchema:schema11.properties.answers.properties.blastRadius.else,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key2 in data10){
if(!((key2 === "default") || (key2 === "production"))){
const err27 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/properties/answers/properties/blastRadius/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.answers.properties.blastRadius.else,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data10.default !== undefined){
let data11 = data10.default;
if(!(((data11 === "small") || (data11 === "medium")) || (data11 === "large"))){
const err28 = {instancePath:instancePath+"/answers/blastRadius/default",schemaPath:"#/definitions/size/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values",schema:schema17.enum,parentSchema:schema17,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.production !== undefined){
let data12 = data10.production;
if(!(((data12 === "small") || (data12 === "medium")) || (data12 === "large"))){
const err29 = {instancePath:instancePath+"/answers/blastRadius/production",schemaPath:"#/definitions/size/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values",schema:schema17.enum,parentSchema:schema17,data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/properties/answers/properties/blastRadius/else/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.answers.properties.blastRadius.else.type,parentSchema:schema11.properties.answers.properties.blastRadius.else,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid0 = _errs27 === errors;
valid3 = _valid0;
ifClause0 = "else";
}
if(!valid3){
const err31 = {instancePath:instancePath+"/answers/blastRadius",schemaPath:"#/properties/answers/properties/blastRadius/if",keyword:"if",params:{failingKeyword: ifClause0},message:"must match \""+ifClause0+"\" schema",schema:schema11.properties.answers.properties.blastRadius.if,parentSchema:schema11.properties.answers.properties.blastRadius,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data6.capacity !== undefined){
let data13 = data6.capacity;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.value === undefined){
const err32 = {instancePath:instancePath+"/answers/capacity",schemaPath:"#/properties/answers/properties/capacity/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'",schema:schema11.properties.answers.properties.capacity.required,parentSchema:schema11.properties.answers.properties.capacity,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data13.why === undefined){
const err33 = {instancePath:instancePath+"/answers/capacity",schemaPath:"#/properties/answers/properties/capacity/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'",schema:schema11.properties.answers.properties.capacity.required,parentSchema:schema11.properties.answers.properties.capacity,data:data13};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
for(const key3 in data13){
if(!((key3 === "value") || (key3 === "why"))){
const err34 = {instancePath:instancePath+"/answers/capacity",schemaPath:"#/properties/answers/properties/capacity/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.answers.properties.capacity,data:data13};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data13.value !== undefined){
let data14 = data13.value;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err35 = {instancePath:instancePath+"/answers/capacity/value",schemaPath:"#/properties/answers/properties/capacity/properties/value/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema11.properties.answers.properties.capacity.properties.value.type,parentSchema:schema11.properties.answers.properties.capacity.properties.value,data:data14};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 1 || isNaN(data14)){
const err36 = {instancePath:instancePath+"/answers/capacity/value",schemaPath:"#/properties/answers/properties/capacity/properties/value/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema11.properties.answers.properties.capacity.properties.value,data:data14};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
if(data13.why !== undefined){
let data15 = data13.why;
if(typeof data15 === "string"){
if(func3(data15) < 1){
const err37 = {instancePath:instancePath+"/answers/capacity/why",schemaPath:"#/properties/answers/properties/capacity/properties/why/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.answers.properties.capacity.properties.why,data:data15};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/answers/capacity/why",schemaPath:"#/properties/answers/properties/capacity/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.answers.properties.capacity.properties.why.type,parentSchema:schema11.properties.answers.properties.capacity.properties.why,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/answers/capacity",schemaPath:"#/properties/answers/properties/capacity/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.answers.properties.capacity.type,parentSchema:schema11.properties.answers.properties.capacity,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.answers.type,parentSchema:schema11.properties.answers,data:data6};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.killed !== undefined){
let data16 = data.killed;
if(!((((data16 === "harmless") || (data16 === "locked")) || (data16 === "half-changed")) || (data16 === "continues"))){
const err41 = {instancePath:instancePath+"/killed",schemaPath:"#/definitions/killed/enum",keyword:"enum",params:{allowedValues: schema20.enum},message:"must be equal to one of the allowed values",schema:schema20.enum,parentSchema:schema20,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.everyRunCounts !== undefined){
let data17 = data.everyRunCounts;
if(typeof data17 !== "boolean"){
const err42 = {instancePath:instancePath+"/everyRunCounts",schemaPath:"#/properties/everyRunCounts/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.everyRunCounts.type,parentSchema:schema11.properties.everyRunCounts,data:data17};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.perCommit !== undefined){
let data18 = data.perCommit;
if(typeof data18 !== "boolean"){
const err43 = {instancePath:instancePath+"/perCommit",schemaPath:"#/properties/perCommit/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema11.properties.perCommit.type,parentSchema:schema11.properties.perCommit,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.overlaps !== undefined){
let data19 = data.overlaps;
if(!(data19 === "prefix")){
const err44 = {instancePath:instancePath+"/overlaps",schemaPath:"#/properties/overlaps/enum",keyword:"enum",params:{allowedValues: schema11.properties.overlaps.enum},message:"must be equal to one of the allowed values",schema:schema11.properties.overlaps.enum,parentSchema:schema11.properties.overlaps,data:data19};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.resolver !== undefined){
let data20 = data.resolver;
if(typeof data20 === "string"){
if(func3(data20) < 1){
const err45 = {instancePath:instancePath+"/resolver",schemaPath:"#/properties/resolver/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.resolver,data:data20};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/resolver",schemaPath:"#/properties/resolver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.resolver.type,parentSchema:schema11.properties.resolver,data:data20};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.programs !== undefined){
let data21 = data.programs;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key4 in data21){
let data22 = data21[key4];
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
for(const key5 in data22){
if(!((((((key5 === "valueFlags") || (key5 === "booleanFlags")) || (key5 === "othersTakeValues")) || (key5 === "singleDash")) || (key5 === "help")) || (key5 === "dedicated"))){
const err47 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/program/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema21,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data22.valueFlags !== undefined){
let data23 = data22.valueFlags;
if(typeof data23 !== "string"){
const err48 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/valueFlags",schemaPath:"#/definitions/program/properties/valueFlags/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema21.properties.valueFlags.type,parentSchema:schema21.properties.valueFlags,data:data23};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data22.booleanFlags !== undefined){
let data24 = data22.booleanFlags;
if(typeof data24 !== "string"){
const err49 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/booleanFlags",schemaPath:"#/definitions/program/properties/booleanFlags/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema21.properties.booleanFlags.type,parentSchema:schema21.properties.booleanFlags,data:data24};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data22.othersTakeValues !== undefined){
let data25 = data22.othersTakeValues;
if(typeof data25 !== "boolean"){
const err50 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/othersTakeValues",schemaPath:"#/definitions/program/properties/othersTakeValues/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema21.properties.othersTakeValues.type,parentSchema:schema21.properties.othersTakeValues,data:data25};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data22.singleDash !== undefined){
let data26 = data22.singleDash;
if(typeof data26 !== "boolean"){
const err51 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/singleDash",schemaPath:"#/definitions/program/properties/singleDash/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema21.properties.singleDash.type,parentSchema:schema21.properties.singleDash,data:data26};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data22.help !== undefined){
let data27 = data22.help;
if(typeof data27 !== "string"){
const err52 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/help",schemaPath:"#/definitions/program/properties/help/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema21.properties.help.type,parentSchema:schema21.properties.help,data:data27};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data22.dedicated !== undefined){
let data28 = data22.dedicated;
if(typeof data28 !== "boolean"){
const err53 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/dedicated",schemaPath:"#/definitions/program/properties/dedicated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema21.properties.dedicated.type,parentSchema:schema21.properties.dedicated,data:data28};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/programs/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/program/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema21.type,parentSchema:schema21,data:data22};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/programs",schemaPath:"#/properties/programs/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.programs.type,parentSchema:schema11.properties.programs,data:data21};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.parts !== undefined){
if(!(validate15(data.parts, {instancePath:instancePath+"/parts",parentData:data,parentDataProperty:"parts",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.qualifiers !== undefined){
if(!(validate15(data.qualifiers, {instancePath:instancePath+"/qualifiers",parentData:data,parentDataProperty:"qualifiers",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
if(data.transient !== undefined){
let data31 = data.transient;
if(Array.isArray(data31)){
const len0 = data31.length;
for(let i0=0; i0<len0; i0++){
let data32 = data31[i0];
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.when === undefined){
const err56 = {instancePath:instancePath+"/transient/" + i0,schemaPath:"#/properties/transient/items/required",keyword:"required",params:{missingProperty: "when"},message:"must have required property '"+"when"+"'",schema:schema11.properties.transient.items.required,parentSchema:schema11.properties.transient.items,data:data32};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data32.why === undefined){
const err57 = {instancePath:instancePath+"/transient/" + i0,schemaPath:"#/properties/transient/items/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'",schema:schema11.properties.transient.items.required,parentSchema:schema11.properties.transient.items,data:data32};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
for(const key6 in data32){
if(!((key6 === "when") || (key6 === "why"))){
const err58 = {instancePath:instancePath+"/transient/" + i0,schemaPath:"#/properties/transient/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema11.properties.transient.items,data:data32};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data32.when !== undefined){
let data33 = data32.when;
if(Array.isArray(data33)){
if(data33.length < 1){
const err59 = {instancePath:instancePath+"/transient/" + i0+"/when",schemaPath:"#/definitions/conditions/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema24,data:data33};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
const len1 = data33.length;
for(let i1=0; i1<len1; i1++){
let data34 = data33[i1];
if(typeof data34 === "string"){
if(func3(data34) < 1){
const err60 = {instancePath:instancePath+"/transient/" + i0+"/when/" + i1,schemaPath:"#/definitions/conditions/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema24.items,data:data34};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/transient/" + i0+"/when/" + i1,schemaPath:"#/definitions/conditions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema24.items.type,parentSchema:schema24.items,data:data34};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/transient/" + i0+"/when",schemaPath:"#/definitions/conditions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema24.type,parentSchema:schema24,data:data33};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data32.why !== undefined){
let data35 = data32.why;
if(typeof data35 === "string"){
if(func3(data35) < 1){
const err63 = {instancePath:instancePath+"/transient/" + i0+"/why",schemaPath:"#/properties/transient/items/properties/why/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema11.properties.transient.items.properties.why,data:data35};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/transient/" + i0+"/why",schemaPath:"#/properties/transient/items/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema11.properties.transient.items.properties.why.type,parentSchema:schema11.properties.transient.items.properties.why,data:data35};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/transient/" + i0,schemaPath:"#/properties/transient/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.properties.transient.items.type,parentSchema:schema11.properties.transient.items,data:data32};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/transient",schemaPath:"#/properties/transient/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.transient.type,parentSchema:schema11.properties.transient,data:data31};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.writes !== undefined){
let data36 = data.writes;
if(Array.isArray(data36)){
const len2 = data36.length;
for(let i2=0; i2<len2; i2++){
if(!(validate18(data36[i2], {instancePath:instancePath+"/writes/" + i2,parentData:data36,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err67 = {instancePath:instancePath+"/writes",schemaPath:"#/properties/writes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.writes.type,parentSchema:schema11.properties.writes,data:data36};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.reads !== undefined){
let data38 = data.reads;
if(Array.isArray(data38)){
const len3 = data38.length;
for(let i3=0; i3<len3; i3++){
if(!(validate18(data38[i3], {instancePath:instancePath+"/reads/" + i3,parentData:data38,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err68 = {instancePath:instancePath+"/reads",schemaPath:"#/properties/reads/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.reads.type,parentSchema:schema11.properties.reads,data:data38};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data.lockReaders !== undefined){
let data40 = data.lockReaders;
if(Array.isArray(data40)){
const len4 = data40.length;
for(let i4=0; i4<len4; i4++){
if(!(validate18(data40[i4], {instancePath:instancePath+"/lockReaders/" + i4,parentData:data40,parentDataProperty:i4,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err69 = {instancePath:instancePath+"/lockReaders",schemaPath:"#/properties/lockReaders/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.lockReaders.type,parentSchema:schema11.properties.lockReaders,data:data40};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data.lockBreakers !== undefined){
let data42 = data.lockBreakers;
if(Array.isArray(data42)){
const len5 = data42.length;
for(let i5=0; i5<len5; i5++){
if(!(validate18(data42[i5], {instancePath:instancePath+"/lockBreakers/" + i5,parentData:data42,parentDataProperty:i5,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err70 = {instancePath:instancePath+"/lockBreakers",schemaPath:"#/properties/lockBreakers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.lockBreakers.type,parentSchema:schema11.properties.lockBreakers,data:data42};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data.queueWaits !== undefined){
let data44 = data.queueWaits;
if(Array.isArray(data44)){
const len6 = data44.length;
for(let i6=0; i6<len6; i6++){
if(!(validate18(data44[i6], {instancePath:instancePath+"/queueWaits/" + i6,parentData:data44,parentDataProperty:i6,rootData}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err71 = {instancePath:instancePath+"/queueWaits",schemaPath:"#/properties/queueWaits/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.queueWaits.type,parentSchema:schema11.properties.queueWaits,data:data44};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.switches !== undefined){
let data46 = data.switches;
if(Array.isArray(data46)){
const len7 = data46.length;
for(let i7=0; i7<len7; i7++){
if(!(validate25(data46[i7], {instancePath:instancePath+"/switches/" + i7,parentData:data46,parentDataProperty:i7,rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
}
else {
const err72 = {instancePath:instancePath+"/switches",schemaPath:"#/properties/switches/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.switches.type,parentSchema:schema11.properties.switches,data:data46};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.leaves !== undefined){
let data48 = data.leaves;
if(Array.isArray(data48)){
const len8 = data48.length;
for(let i8=0; i8<len8; i8++){
if(!(validate35(data48[i8], {instancePath:instancePath+"/leaves/" + i8,parentData:data48,parentDataProperty:i8,rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
}
else {
const err73 = {instancePath:instancePath+"/leaves",schemaPath:"#/properties/leaves/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema11.properties.leaves.type,parentSchema:schema11.properties.leaves,data:data48};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
else {
const err74 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
