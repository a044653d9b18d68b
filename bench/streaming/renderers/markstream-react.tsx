import MarkdownRender from "markstream-react";
import { expose } from "../page.ts";
import { reactRenderer } from "../react-renderer.tsx";

expose(reactRenderer((text, isLast) => <MarkdownRender content={text} final={isLast} fade={false} />));
