import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { expose } from "../page.ts";
import { reactRenderer } from "../react-renderer.tsx";

const plugins = [remarkGfm];
expose(reactRenderer((text) => <Markdown remarkPlugins={plugins}>{text}</Markdown>));
