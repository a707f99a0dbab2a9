/** What is used of pdfmake; the types that are published for it bring a browser's along. */
declare module 'pdfmake' {
  const pdfmake: {
    setFonts(fonts: object): void
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  export default pdfmake
}
