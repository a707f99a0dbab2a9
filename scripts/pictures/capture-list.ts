export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** A heavier picture would slow the landing page down on phones. */
export const CAPTURE_BYTES = 200_000

export type Capture = {
  name: string
  folder: 'public/captures' | 'public/guides' | 'docs/images'
  /** Width of the window in CSS pixels. */
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  scale: number
}

const desk = { width: 1280, height: 800, scale: 1.5 }

const guide = { folder: 'public/guides', width: 1024, height: 640, scale: 1.25 } as const

/** Every picture of the product in the landing page, the guides and the documents. */
export const CAPTURES = [
  { name: 'home', folder: 'docs/images', ...desk },
  { name: 'chat', folder: 'public/captures', ...desk },
  { name: 'grounding', folder: 'docs/images', width: 960, height: 720, scale: 2 },
  { name: 'memory', folder: 'public/captures', ...desk },
  { name: 'chat-phone', folder: 'public/captures', width: 390, height: 844, scale: 2 },
  { name: 'document', folder: 'public/captures', ...desk },
  { name: 'agent-editor', folder: 'docs/images', ...desk },
  { name: 'admin', folder: 'docs/images', ...desk, height: 1_120 },
  { name: 'guide-write', ...guide },
  { name: 'guide-reply', ...guide },
  { name: 'guide-change', ...guide },
  { name: 'guide-product', ...guide },
  { name: 'guide-offer', ...guide },
  { name: 'guide-context', ...guide },
  { name: 'guide-save', ...guide },
  { name: 'guide-edit', ...guide },
  { name: 'guide-export', ...guide },
] as const satisfies readonly Capture[]

export type CaptureName = (typeof CAPTURES)[number]['name']

/** A picture's path from the project's root. */
export const captureFile = ({ folder, name }: Pick<Capture, 'folder' | 'name'>, scheme: Scheme): string =>
  `${folder}/${name}-${scheme}.webp`

/** Pages follow the reader's scheme; documents are light. */
export const schemesOf = ({ folder }: Pick<Capture, 'folder'>): readonly Scheme[] =>
  folder === 'docs/images' ? ['light'] : SCHEMES
