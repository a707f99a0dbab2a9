import { COLOURS } from './document-colours.ts'

/** A colour for pdfmake. */
export const colour = (name: keyof typeof COLOURS) => `#${COLOURS[name]}`

/** Points. */
export const CODE_PADDING = 6
export const CELL_PADDING = 5
export const QUOTE_INDENT = 12

const none = () => 0
const padding = (size: number) => ({
  paddingLeft: () => size,
  paddingRight: () => size,
  paddingTop: () => size,
  paddingBottom: () => size,
})
export const CODE = {
  hLineWidth: none,
  vLineWidth: none,
  fillColor: () => colour('shade'),
  ...padding(CODE_PADDING),
}
export const QUOTE = {
  hLineWidth: none,
  vLineWidth: (at: number) => (at === 0 ? 2 : 0),
  vLineColor: () => colour('line'),
  ...padding(0),
  paddingLeft: () => QUOTE_INDENT,
}
export const GRID = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => colour('line'),
  vLineColor: () => colour('line'),
  ...padding(CELL_PADDING),
}
