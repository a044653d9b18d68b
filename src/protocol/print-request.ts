/**
 * The widget asks its host to print the document. By a notification of this name, where the host has named it among its
 * experimental capabilities: a sandboxed frame cannot print by itself, and a browser prints of it what is on screen.
 */
export const PRINT_REQUEST = "writing-canvas/print";
