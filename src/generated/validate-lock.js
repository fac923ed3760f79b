// Generated from policies/schema/lock.schema.json by scripts/generate-validators.mjs.
"use strict";
export const validateLock = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","title":"signalbox.lock.json: what the last review saw and agreed to, written by `signalbox drift --record`","type":"object","required":["schemaVersion","recorded","commit","targets","declarations"],"properties":{"schemaVersion":{"const":1},"recorded":{"$ref":"#/definitions/day"},"commit":{"type":["string","null"],"pattern":"^[0-9a-f]{40,64}$"},"targets":{"type":"array","items":{"$ref":"#/definitions/target"}},"declarations":{"type":"array","items":{"$ref":"#/definitions/declaration"}}},"definitions":{"day":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"dayOrNull":{"type":["string","null"],"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},"source":{"enum":["detected","declared","catalogue","assumed"]},"invariant":{"enum":["holds","violated","unknown","n/a"]},"names":{"type":"array","items":{"type":"string"}},"limit":{"type":"object","required":["decision","limit"],"properties":{"decision":{"enum":["allow","throttle","prevent"]},"limit":{"type":["integer","null"]}}},"target":{"type":"object","required":["id","kind","environment","verdict","policy","configured","answers","invariants","writers","evidence"],"properties":{"id":{"type":"string"},"kind":{"type":"string"},"environment":{"type":["string","null"]},"verdict":{"enum":["matches","looser","tighter","unknown"]},"policy":{"$ref":"#/definitions/limit"},"configured":{"$ref":"#/definitions/limit"},"answers":{"$ref":"#/definitions/answers"},"invariants":{"type":"object","required":["source-of-truth","target-lock","queue-visible","recovery-known"],"additionalProperties":{"$ref":"#/definitions/invariant"}},"writers":{"$ref":"#/definitions/names"},"evidence":{"$ref":"#/definitions/names"}}},"answers":{"type":"object","required":["shape","lock","recovery","blastRadius","capacity"],"properties":{"shape":{"type":"object","required":["value","count","source"],"properties":{"value":{"enum":["single","small-set","large-set"]},"count":{"type":["integer","null"]},"source":{"$ref":"#/definitions/source"}}},"lock":{"type":"object","required":["value","mechanism","source"],"properties":{"value":{"enum":["waits","rejects","none","unknown"]},"mechanism":{"type":["string","null"]},"source":{"$ref":"#/definitions/source"}}},"recovery":{"type":"object","required":["value","source"],"properties":{"value":{"enum":["low","medium","high"]},"source":{"$ref":"#/definitions/source"}}},"blastRadius":{"type":"object","required":["value","source"],"properties":{"value":{"enum":["small","medium","large"]},"source":{"$ref":"#/definitions/source"}}},"capacity":{"type":"object","required":["value","source"],"properties":{"value":{"type":["number","null"]},"source":{"$ref":"#/definitions/source"}}}}},"declaration":{"type":"object","required":["type"],"properties":{"type":{"enum":["capacity","runbook","policy","ignore"]},"match":{"type":["string","null"]},"rule":{"type":"string"},"because":{"type":["string","null"]},"measured":{"$ref":"#/definitions/dayOrNull"},"lastTested":{"$ref":"#/definitions/dayOrNull"},"until":{"$ref":"#/definitions/dayOrNull"}}}}};
const schema12 = {"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"};
const pattern0 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");
const pattern1 = new RegExp("^[0-9a-f]{40,64}$", "u");
const schema13 = {"type":"object","required":["id","kind","environment","verdict","policy","configured","answers","invariants","writers","evidence"],"properties":{"id":{"type":"string"},"kind":{"type":"string"},"environment":{"type":["string","null"]},"verdict":{"enum":["matches","looser","tighter","unknown"]},"policy":{"$ref":"#/definitions/limit"},"configured":{"$ref":"#/definitions/limit"},"answers":{"$ref":"#/definitions/answers"},"invariants":{"type":"object","required":["source-of-truth","target-lock","queue-visible","recovery-known"],"additionalProperties":{"$ref":"#/definitions/invariant"}},"writers":{"$ref":"#/definitions/names"},"evidence":{"$ref":"#/definitions/names"}}};
const schema14 = {"type":"object","required":["decision","limit"],"properties":{"decision":{"enum":["allow","throttle","prevent"]},"limit":{"type":["integer","null"]}}};
const schema22 = {"enum":["holds","violated","unknown","n/a"]};
const schema23 = {"type":"array","items":{"type":"string"}};
const schema16 = {"type":"object","required":["shape","lock","recovery","blastRadius","capacity"],"properties":{"shape":{"type":"object","required":["value","count","source"],"properties":{"value":{"enum":["single","small-set","large-set"]},"count":{"type":["integer","null"]},"source":{"$ref":"#/definitions/source"}}},"lock":{"type":"object","required":["value","mechanism","source"],"properties":{"value":{"enum":["waits","rejects","none","unknown"]},"mechanism":{"type":["string","null"]},"source":{"$ref":"#/definitions/source"}}},"recovery":{"type":"object","required":["value","source"],"properties":{"value":{"enum":["low","medium","high"]},"source":{"$ref":"#/definitions/source"}}},"blastRadius":{"type":"object","required":["value","source"],"properties":{"value":{"enum":["small","medium","large"]},"source":{"$ref":"#/definitions/source"}}},"capacity":{"type":"object","required":["value","source"],"properties":{"value":{"type":["number","null"]},"source":{"$ref":"#/definitions/source"}}}}};
const schema17 = {"enum":["detected","declared","catalogue","assumed"]};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.shape === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "shape"},message:"must have required property '"+"shape"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.lock === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "lock"},message:"must have required property '"+"lock"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.recovery === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "recovery"},message:"must have required property '"+"recovery"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.blastRadius === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "blastRadius"},message:"must have required property '"+"blastRadius"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.capacity === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "capacity"},message:"must have required property '"+"capacity"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.shape !== undefined){
let data0 = data.shape;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.value === undefined){
const err5 = {instancePath:instancePath+"/shape",schemaPath:"#/properties/shape/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.count === undefined){
const err6 = {instancePath:instancePath+"/shape",schemaPath:"#/properties/shape/required",keyword:"required",params:{missingProperty: "count"},message:"must have required property '"+"count"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0.source === undefined){
const err7 = {instancePath:instancePath+"/shape",schemaPath:"#/properties/shape/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data0.value !== undefined){
let data1 = data0.value;
if(!(((data1 === "single") || (data1 === "small-set")) || (data1 === "large-set"))){
const err8 = {instancePath:instancePath+"/shape/value",schemaPath:"#/properties/shape/properties/value/enum",keyword:"enum",params:{allowedValues: schema16.properties.shape.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data0.count !== undefined){
let data2 = data0.count;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
const err9 = {instancePath:instancePath+"/shape/count",schemaPath:"#/properties/shape/properties/count/type",keyword:"type",params:{type: schema16.properties.shape.properties.count.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data0.source !== undefined){
let data3 = data0.source;
if(!((((data3 === "detected") || (data3 === "declared")) || (data3 === "catalogue")) || (data3 === "assumed"))){
const err10 = {instancePath:instancePath+"/shape/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/shape",schemaPath:"#/properties/shape/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.lock !== undefined){
let data4 = data.lock;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.value === undefined){
const err12 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.mechanism === undefined){
const err13 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "mechanism"},message:"must have required property '"+"mechanism"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.source === undefined){
const err14 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4.value !== undefined){
let data5 = data4.value;
if(!((((data5 === "waits") || (data5 === "rejects")) || (data5 === "none")) || (data5 === "unknown"))){
const err15 = {instancePath:instancePath+"/lock/value",schemaPath:"#/properties/lock/properties/value/enum",keyword:"enum",params:{allowedValues: schema16.properties.lock.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.mechanism !== undefined){
let data6 = data4.mechanism;
if((typeof data6 !== "string") && (data6 !== null)){
const err16 = {instancePath:instancePath+"/lock/mechanism",schemaPath:"#/properties/lock/properties/mechanism/type",keyword:"type",params:{type: schema16.properties.lock.properties.mechanism.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data4.source !== undefined){
let data7 = data4.source;
if(!((((data7 === "detected") || (data7 === "declared")) || (data7 === "catalogue")) || (data7 === "assumed"))){
const err17 = {instancePath:instancePath+"/lock/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/lock",schemaPath:"#/properties/lock/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.recovery !== undefined){
let data8 = data.recovery;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.value === undefined){
const err19 = {instancePath:instancePath+"/recovery",schemaPath:"#/properties/recovery/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data8.source === undefined){
const err20 = {instancePath:instancePath+"/recovery",schemaPath:"#/properties/recovery/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8.value !== undefined){
let data9 = data8.value;
if(!(((data9 === "low") || (data9 === "medium")) || (data9 === "high"))){
const err21 = {instancePath:instancePath+"/recovery/value",schemaPath:"#/properties/recovery/properties/value/enum",keyword:"enum",params:{allowedValues: schema16.properties.recovery.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data8.source !== undefined){
let data10 = data8.source;
if(!((((data10 === "detected") || (data10 === "declared")) || (data10 === "catalogue")) || (data10 === "assumed"))){
const err22 = {instancePath:instancePath+"/recovery/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
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
else {
const err23 = {instancePath:instancePath+"/recovery",schemaPath:"#/properties/recovery/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.blastRadius !== undefined){
let data11 = data.blastRadius;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.value === undefined){
const err24 = {instancePath:instancePath+"/blastRadius",schemaPath:"#/properties/blastRadius/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data11.source === undefined){
const err25 = {instancePath:instancePath+"/blastRadius",schemaPath:"#/properties/blastRadius/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data11.value !== undefined){
let data12 = data11.value;
if(!(((data12 === "small") || (data12 === "medium")) || (data12 === "large"))){
const err26 = {instancePath:instancePath+"/blastRadius/value",schemaPath:"#/properties/blastRadius/properties/value/enum",keyword:"enum",params:{allowedValues: schema16.properties.blastRadius.properties.value.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data11.source !== undefined){
let data13 = data11.source;
if(!((((data13 === "detected") || (data13 === "declared")) || (data13 === "catalogue")) || (data13 === "assumed"))){
const err27 = {instancePath:instancePath+"/blastRadius/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/blastRadius",schemaPath:"#/properties/blastRadius/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.capacity !== undefined){
let data14 = data.capacity;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.value === undefined){
const err29 = {instancePath:instancePath+"/capacity",schemaPath:"#/properties/capacity/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data14.source === undefined){
const err30 = {instancePath:instancePath+"/capacity",schemaPath:"#/properties/capacity/required",keyword:"required",params:{missingProperty: "source"},message:"must have required property '"+"source"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data14.value !== undefined){
let data15 = data14.value;
if((!((typeof data15 == "number") && (isFinite(data15)))) && (data15 !== null)){
const err31 = {instancePath:instancePath+"/capacity/value",schemaPath:"#/properties/capacity/properties/value/type",keyword:"type",params:{type: schema16.properties.capacity.properties.value.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data14.source !== undefined){
let data16 = data14.source;
if(!((((data16 === "detected") || (data16 === "declared")) || (data16 === "catalogue")) || (data16 === "assumed"))){
const err32 = {instancePath:instancePath+"/capacity/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/capacity",schemaPath:"#/properties/capacity/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
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
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.kind === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.environment === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "environment"},message:"must have required property '"+"environment"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.verdict === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.policy === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "policy"},message:"must have required property '"+"policy"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.configured === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "configured"},message:"must have required property '"+"configured"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.answers === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},message:"must have required property '"+"answers"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.invariants === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "invariants"},message:"must have required property '"+"invariants"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.writers === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "writers"},message:"must have required property '"+"writers"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.evidence === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "evidence"},message:"must have required property '"+"evidence"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.id !== undefined){
if(typeof data.id !== "string"){
const err10 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.kind !== undefined){
if(typeof data.kind !== "string"){
const err11 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.environment !== undefined){
let data2 = data.environment;
if((typeof data2 !== "string") && (data2 !== null)){
const err12 = {instancePath:instancePath+"/environment",schemaPath:"#/properties/environment/type",keyword:"type",params:{type: schema13.properties.environment.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.verdict !== undefined){
let data3 = data.verdict;
if(!((((data3 === "matches") || (data3 === "looser")) || (data3 === "tighter")) || (data3 === "unknown"))){
const err13 = {instancePath:instancePath+"/verdict",schemaPath:"#/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema13.properties.verdict.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.policy !== undefined){
let data4 = data.policy;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.decision === undefined){
const err14 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/limit/required",keyword:"required",params:{missingProperty: "decision"},message:"must have required property '"+"decision"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data4.limit === undefined){
const err15 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/limit/required",keyword:"required",params:{missingProperty: "limit"},message:"must have required property '"+"limit"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4.decision !== undefined){
let data5 = data4.decision;
if(!(((data5 === "allow") || (data5 === "throttle")) || (data5 === "prevent"))){
const err16 = {instancePath:instancePath+"/policy/decision",schemaPath:"#/definitions/limit/properties/decision/enum",keyword:"enum",params:{allowedValues: schema14.properties.decision.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data4.limit !== undefined){
let data6 = data4.limit;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
const err17 = {instancePath:instancePath+"/policy/limit",schemaPath:"#/definitions/limit/properties/limit/type",keyword:"type",params:{type: schema14.properties.limit.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/limit/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.configured !== undefined){
let data7 = data.configured;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.decision === undefined){
const err19 = {instancePath:instancePath+"/configured",schemaPath:"#/definitions/limit/required",keyword:"required",params:{missingProperty: "decision"},message:"must have required property '"+"decision"+"'"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data7.limit === undefined){
const err20 = {instancePath:instancePath+"/configured",schemaPath:"#/definitions/limit/required",keyword:"required",params:{missingProperty: "limit"},message:"must have required property '"+"limit"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data7.decision !== undefined){
let data8 = data7.decision;
if(!(((data8 === "allow") || (data8 === "throttle")) || (data8 === "prevent"))){
const err21 = {instancePath:instancePath+"/configured/decision",schemaPath:"#/definitions/limit/properties/decision/enum",keyword:"enum",params:{allowedValues: schema14.properties.decision.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data7.limit !== undefined){
let data9 = data7.limit;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
const err22 = {instancePath:instancePath+"/configured/limit",schemaPath:"#/definitions/limit/properties/limit/type",keyword:"type",params:{type: schema14.properties.limit.type},message:"must be integer,null"};
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
else {
const err23 = {instancePath:instancePath+"/configured",schemaPath:"#/definitions/limit/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.answers !== undefined){
if(!(validate12(data.answers, {instancePath:instancePath+"/answers",parentData:data,parentDataProperty:"answers",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
}
if(data.invariants !== undefined){
let data11 = data.invariants;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11["source-of-truth"] === undefined){
const err24 = {instancePath:instancePath+"/invariants",schemaPath:"#/properties/invariants/required",keyword:"required",params:{missingProperty: "source-of-truth"},message:"must have required property '"+"source-of-truth"+"'"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data11["target-lock"] === undefined){
const err25 = {instancePath:instancePath+"/invariants",schemaPath:"#/properties/invariants/required",keyword:"required",params:{missingProperty: "target-lock"},message:"must have required property '"+"target-lock"+"'"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data11["queue-visible"] === undefined){
const err26 = {instancePath:instancePath+"/invariants",schemaPath:"#/properties/invariants/required",keyword:"required",params:{missingProperty: "queue-visible"},message:"must have required property '"+"queue-visible"+"'"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data11["recovery-known"] === undefined){
const err27 = {instancePath:instancePath+"/invariants",schemaPath:"#/properties/invariants/required",keyword:"required",params:{missingProperty: "recovery-known"},message:"must have required property '"+"recovery-known"+"'"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key0 in data11){
let data12 = data11[key0];
if(!((((data12 === "holds") || (data12 === "violated")) || (data12 === "unknown")) || (data12 === "n/a"))){
const err28 = {instancePath:instancePath+"/invariants/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/invariant/enum",keyword:"enum",params:{allowedValues: schema22.enum},message:"must be equal to one of the allowed values"};
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
const err29 = {instancePath:instancePath+"/invariants",schemaPath:"#/properties/invariants/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.writers !== undefined){
let data13 = data.writers;
if(Array.isArray(data13)){
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
if(typeof data13[i0] !== "string"){
const err30 = {instancePath:instancePath+"/writers/" + i0,schemaPath:"#/definitions/names/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/writers",schemaPath:"#/definitions/names/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.evidence !== undefined){
let data15 = data.evidence;
if(Array.isArray(data15)){
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
if(typeof data15[i1] !== "string"){
const err32 = {instancePath:instancePath+"/evidence/" + i1,schemaPath:"#/definitions/names/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/evidence",schemaPath:"#/definitions/names/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const schema25 = {"type":"object","required":["type"],"properties":{"type":{"enum":["capacity","runbook","policy","ignore"]},"match":{"type":["string","null"]},"rule":{"type":"string"},"because":{"type":["string","null"]},"measured":{"$ref":"#/definitions/dayOrNull"},"lastTested":{"$ref":"#/definitions/dayOrNull"},"until":{"$ref":"#/definitions/dayOrNull"}}};
const schema26 = {"type":["string","null"],"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(!((((data0 === "capacity") || (data0 === "runbook")) || (data0 === "policy")) || (data0 === "ignore"))){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/enum",keyword:"enum",params:{allowedValues: schema25.properties.type.enum},message:"must be equal to one of the allowed values"};
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
let data1 = data.match;
if((typeof data1 !== "string") && (data1 !== null)){
const err2 = {instancePath:instancePath+"/match",schemaPath:"#/properties/match/type",keyword:"type",params:{type: schema25.properties.match.type},message:"must be string,null"};
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
if(typeof data.rule !== "string"){
const err3 = {instancePath:instancePath+"/rule",schemaPath:"#/properties/rule/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.because !== undefined){
let data3 = data.because;
if((typeof data3 !== "string") && (data3 !== null)){
const err4 = {instancePath:instancePath+"/because",schemaPath:"#/properties/because/type",keyword:"type",params:{type: schema25.properties.because.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.measured !== undefined){
let data4 = data.measured;
if((typeof data4 !== "string") && (data4 !== null)){
const err5 = {instancePath:instancePath+"/measured",schemaPath:"#/definitions/dayOrNull/type",keyword:"type",params:{type: schema26.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err6 = {instancePath:instancePath+"/measured",schemaPath:"#/definitions/dayOrNull/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
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
if(data.lastTested !== undefined){
let data5 = data.lastTested;
if((typeof data5 !== "string") && (data5 !== null)){
const err7 = {instancePath:instancePath+"/lastTested",schemaPath:"#/definitions/dayOrNull/type",keyword:"type",params:{type: schema26.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err8 = {instancePath:instancePath+"/lastTested",schemaPath:"#/definitions/dayOrNull/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
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
if(data.until !== undefined){
let data6 = data.until;
if((typeof data6 !== "string") && (data6 !== null)){
const err9 = {instancePath:instancePath+"/until",schemaPath:"#/definitions/dayOrNull/type",keyword:"type",params:{type: schema26.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
const err10 = {instancePath:instancePath+"/until",schemaPath:"#/definitions/dayOrNull/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.schemaVersion === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schemaVersion"},message:"must have required property '"+"schemaVersion"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.recorded === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "recorded"},message:"must have required property '"+"recorded"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.commit === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "commit"},message:"must have required property '"+"commit"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.targets === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "targets"},message:"must have required property '"+"targets"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.declarations === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "declarations"},message:"must have required property '"+"declarations"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.schemaVersion !== undefined){
if(1 !== data.schemaVersion){
const err5 = {instancePath:instancePath+"/schemaVersion",schemaPath:"#/properties/schemaVersion/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.recorded !== undefined){
let data1 = data.recorded;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err6 = {instancePath:instancePath+"/recorded",schemaPath:"#/definitions/day/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},message:"must match pattern \""+"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"+"\""};
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
const err7 = {instancePath:instancePath+"/recorded",schemaPath:"#/definitions/day/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.commit !== undefined){
let data2 = data.commit;
if((typeof data2 !== "string") && (data2 !== null)){
const err8 = {instancePath:instancePath+"/commit",schemaPath:"#/properties/commit/type",keyword:"type",params:{type: schema11.properties.commit.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err9 = {instancePath:instancePath+"/commit",schemaPath:"#/properties/commit/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{40,64}$"},message:"must match pattern \""+"^[0-9a-f]{40,64}$"+"\""};
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
if(data.targets !== undefined){
let data3 = data.targets;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(!(validate11(data3[i0], {instancePath:instancePath+"/targets/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/targets",schemaPath:"#/properties/targets/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.declarations !== undefined){
let data5 = data.declarations;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
if(!(validate15(data5[i1], {instancePath:instancePath+"/declarations/" + i1,parentData:data5,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
}
}
else {
const err11 = {instancePath:instancePath+"/declarations",schemaPath:"#/properties/declarations/type",keyword:"type",params:{type: "array"},message:"must be array"};
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
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}
