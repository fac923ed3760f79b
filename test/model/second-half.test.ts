import { checkHalf } from "./check-half.ts";

checkHalf(1);
