import type { Capture } from '#shared/landing.ts'

type Props = {
  capture: Capture
  /** The same for a narrow screen. */
  phone?: Capture | undefined
  /** What is to be seen, for whoever does not see it. */
  alt: string
  /** On the first screen, so that it is fetched at once. */
  isFirst?: boolean
}

const DARK = '(prefers-color-scheme: dark)'
const NARROW = '(max-width: 39.99em)'

/** The product as it looks, in the scheme of whoever looks; `enhance-schemes.ts` mends it where another was chosen. */
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
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
      />
    </picture>
  )
}
