export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** More would be felt by whoever opens the landing on a phone. */
export const CAPTURE_BYTES = 200_000

export type Capture = {
  name: string
  folder: 'public/captures' | 'docs/images'
  /** Of the window, in CSS pixels. */
  width: number
  height: number
  /** Pixels of the picture for each of those. */
  scale: number
}

const desk = { width: 1280, height: 800, scale: 1.5 }

/** Every picture of the product that the landing and the documents show. */
export const CAPTURES = [
  { name: 'home', folder: 'docs/images', ...desk },
  { name: 'chat', folder: 'public/captures', ...desk },
  { name: 'grounding', folder: 'docs/images', width: 960, height: 720, scale: 2 },
  { name: 'memory', folder: 'public/captures', ...desk },
  { name: 'chat-phone', folder: 'public/captures', width: 390, height: 844, scale: 2 },
  { name: 'document', folder: 'public/captures', ...desk },
  { name: 'agent-editor', folder: 'docs/images', ...desk },
  { name: 'admin', folder: 'docs/images', ...desk, height: 1_120 },
] as const satisfies readonly Capture[]

export type CaptureName = (typeof CAPTURES)[number]['name']

/** Where a picture is, from the project's folder. */
export const captureFile = ({ folder, name }: Pick<Capture, 'folder' | 'name'>, scheme: Scheme): string =>
  `${folder}/${name}-${scheme}.webp`

/** The landing follows its reader's scheme; a page of documentation is light. */
export const schemesOf = ({ folder }: Pick<Capture, 'folder'>): readonly Scheme[] =>
  folder === 'docs/images' ? ['light'] : SCHEMES
