import { expose } from "../page.ts";
import { makePlain } from "./plain-design.ts";

expose(makePlain);
