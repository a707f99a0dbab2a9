import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '#client/lib/http/http-client.ts'
import type { CreatePeopleSegment, PeopleSegment } from '#shared/contract/people-segments.ts'

const SEGMENTS = '/users/admin/segments'
const key = ['admin', 'people-segments'] as const

export const segmentList = () =>
  queryOptions({
    queryKey: key,
    staleTime: 0,
    queryFn: ({ signal }) => request<PeopleSegment[]>('GET', SEGMENTS, { signal }),
  })

export const segmentCalls = {
  create: (body: CreatePeopleSegment) => request<PeopleSegment>('POST', SEGMENTS, { body }),
  rename: (id: string, name: string) =>
    request<PeopleSegment>('PATCH', `${SEGMENTS}/${id}`, { body: { name } }),
  remove: (id: string) => request<PeopleSegment>('DELETE', `${SEGMENTS}/${id}`),
}

export const segmentsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: key })
