/** The page's own colours, on paper. */
export const COLOURS = {
  text: '211A14',
  faint: '6B5D4C',
  accent: 'B03A00',
  line: 'D3C4AA',
  shade: 'FAF4E8',
} as const
