import { Streamdown } from "streamdown";
import { expose } from "../page.ts";
import { reactRenderer } from "../react-renderer.tsx";

expose(reactRenderer((text, isLast) => <Streamdown isAnimating={!isLast}>{text}</Streamdown>));
