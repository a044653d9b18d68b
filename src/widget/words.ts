/** Every word on screen stands here. Sentence case, short; an error says what to do. */
export const words = {
  preview: {
    copy: "Copy",
    copied: "Copied",
    copyFailed: "Select the code and copy it",
    copyCode: "Copy code",
    codeIn: (language: string) => (language ? `Code, ${language}` : "Code"),
    tableOf: (columns: string) => (columns ? `Table: ${columns}` : "Table"),
    task: "Task",
    loadImage: (host: string) => `Load image from ${host}`,
    imageFailed: "This image cannot be shown here.",
    openImage: "Open image",
    backToFootnote: (number: number) => `Back to note ${number} in the text`,
  },
} as const;
