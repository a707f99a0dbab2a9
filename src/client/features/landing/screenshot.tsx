import type { Capture } from '#shared/landing.ts'
import parts from './shared.module.css'

type Props = {
  capture: Capture
  /** For a narrow screen. */
  phone?: Capture | undefined
  alt: string
  /** On the first screen: loaded with high priority. */
  isFirst?: boolean
}

const DARK = '(prefers-color-scheme: dark)'
const NARROW = '(max-width: 39.99em)'

/** A screenshot in the system's colour scheme; `enhance-color-scheme.ts` applies a scheme chosen in the app. */
export function CapturePicture({ capture, phone, alt, isFirst = false }: Props) {
  return (
    <picture>
      {phone && (
        <>
          <source
            srcSet={phone.dark}
            media={`${NARROW} and ${DARK}`}
            width={phone.width}
            height={phone.height}
          />
          <source srcSet={phone.light} media={NARROW} width={phone.width} height={phone.height} />
        </>
      )}
      <source srcSet={capture.dark} media={DARK} width={capture.width} height={capture.height} />
      <img
        src={capture.light}
        alt={alt}
        width={capture.width}
        height={capture.height}
        decoding="async"
        className={parts.screenshot}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
      />
    </picture>
  )
}
