/** The app's colours for paper, as RGB in hexadecimal; the accent is the house's. */
export const COLOURS = {
  text: '211A14',
  faint: '6B5D4C',
  line: 'D3C4AA',
  shade: 'FAF4E8',
} as const
