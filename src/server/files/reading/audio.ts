/** Kinds of audio that are transcribed, by media type, with the ending of a file. */
export const AUDIO_ENDINGS = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
} as const
export type AudioType = keyof typeof AUDIO_ENDINGS

/** Brands of MP4 with audio; those of pictures and other containers are none. */
const MP4_BRAND = /^ftyp(M4A |M4B |mp4[12]|isom|iso[2-6]|dash)/
/** Where the header of WebM names its document type. */
const EBML_BYTES = 64

/** The kind of audio by the first bytes, ignoring the name; undefined for anything else. */
export function audioTypeOf(file: Uint8Array): AudioType | undefined {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, EBML_BYTES)).toString(
    'latin1',
  )
  if (start.startsWith('RIFF') && start.startsWith('WAVE', 8)) return 'audio/wav'
  if (start.startsWith('OggS')) return 'audio/ogg'
  if (start.startsWith('\x1a\x45\xdf\xa3') && start.includes('webm')) return 'audio/webm'
  if (MP4_BRAND.test(start.slice(4))) return 'audio/mp4'
  return start.startsWith('ID3') || isMp3Frame(start) ? 'audio/mpeg' : undefined
}

/** Eleven set bits, a known version, and layer III. The mark of UTF-16 names no layer. */
function isMp3Frame(start: string): boolean {
  const [first, second] = [start.charCodeAt(0), start.charCodeAt(1)]
  return first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08
}
