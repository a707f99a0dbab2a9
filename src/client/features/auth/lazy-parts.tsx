import { type ComponentProps, lazy, Suspense } from 'react'

const LaterConfirmEmail = lazy(async () => ({ default: (await import('./confirm-email.tsx')).ConfirmEmail }))

/** Loaded only where addresses must be confirmed. */
export const ConfirmEmail = (props: ComponentProps<typeof LaterConfirmEmail>) => (
  <Suspense>
    <LaterConfirmEmail {...props} />
  </Suspense>
)

/** Preloads the button's code, so that the form appears complete. */
export const loadGoogleButton = async () => ({ default: (await import('./google-button.tsx')).GoogleButton })

const LaterGoogleButton = lazy(loadGoogleButton)

/** Loaded only where sign-in with Google is configured. */
export const GoogleButton = (props: ComponentProps<typeof LaterGoogleButton>) => (
  <Suspense>
    <LaterGoogleButton {...props} />
  </Suspense>
)
