import { IncremarkContent } from "@incremark/react";
import { expose } from "../page.ts";
import { reactRenderer } from "../react-renderer.tsx";

expose(reactRenderer((text, isLast) => <IncremarkContent content={text} isFinished={isLast} />));
