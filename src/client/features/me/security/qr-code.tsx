import { encodeQR } from 'qr'
import { qrPath } from './qr-path.ts'
import classes from './security.module.css'

/** Dark on white in both colour schemes: scanners fail on the inverse. `label` is the text alternative. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 4 })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className={classes.qr}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={qrPath(rows)} fill="#000" />
    </svg>
  )
}
