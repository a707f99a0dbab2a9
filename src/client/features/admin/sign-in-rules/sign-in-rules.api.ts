import { queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { SignInRules } from '#shared/contract/second-factor.ts'

export const signInRulesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'sign-in-rules'],
    staleTime: 0,
    queryFn: ({ signal }) => request<SignInRules>('GET', '/admin/sign-in-rules', { signal }),
  })

export const saveSignInRules = (rules: SignInRules) =>
  request<SignInRules>('PUT', '/admin/sign-in-rules', { body: rules })
