/** Decodes the first picture of a HEIC file, upright, to RGBA; the package has no types. */
declare module 'heic-decode' {
  export default function decode(given: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
