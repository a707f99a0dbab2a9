import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { AuthLayout } from '#client/features/auth/auth-layout.tsx'
import { ForgotForm } from '#client/features/auth/forgot-form.tsx'
import { SignInForm } from '#client/features/auth/sign-in-form.tsx'
import { SignUpForm } from '#client/features/auth/sign-up-form.tsx'
import type { StillName } from '#shared/stills.ts'
import { theme } from './theme.ts'

const nothing = () => undefined
const form = { redirect: undefined, hasGoogle: false }

const FORMS = {
  'sign-in': <SignInForm {...form} onSignedIn={nothing} onCodeNeeded={nothing} />,
  'sign-up': <SignUpForm {...form} onSignedUp={nothing} setupToken={undefined} email="" />,
  forgot: <ForgotForm />,
} satisfies Record<StillName, unknown>

/** The first picture of the visitors' forms, as HTML for the build (decision 39). */
export function renderStills(): Record<StillName, string> {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const render = (name: StillName) =>
    renderToStaticMarkup(
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterContextProvider router={router}>
            <AuthLayout>{FORMS[name]}</AuthLayout>
          </RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>,
    )
  return { 'sign-in': render('sign-in'), 'sign-up': render('sign-up'), forgot: render('forgot') }
}
