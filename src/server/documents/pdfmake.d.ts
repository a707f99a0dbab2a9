/** The parts of pdfmake in use; its published types require DOM types. */
declare module 'pdfmake' {
  const pdfmake: {
    setFonts(fonts: object): void
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  export default pdfmake
}
