import { type ComponentProps, lazy, Suspense } from 'react'

const LaterConfirmEmail = lazy(async () => ({ default: (await import('./confirm-email.tsx')).ConfirmEmail }))

/** The page about an address to be confirmed; its code comes only where addresses have to be. */
export const ConfirmEmail = (props: ComponentProps<typeof LaterConfirmEmail>) => (
  <Suspense>
    <LaterConfirmEmail {...props} />
  </Suspense>
)

/** Brings the button's code, so that the form is whole when it appears. */
export const loadGoogleButton = async () => ({ default: (await import('./google-button.tsx')).GoogleButton })

const LaterGoogleButton = lazy(loadGoogleButton)

/** The way in through Google; its code comes only where there is one. */
export const GoogleButton = (props: ComponentProps<typeof LaterGoogleButton>) => (
  <Suspense>
    <LaterGoogleButton {...props} />
  </Suspense>
)
