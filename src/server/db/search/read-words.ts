import { sql } from 'drizzle-orm'
import type { Db } from '../connect.ts'
import type { Lexemes, QueryWord, TypedWord } from './search-words.ts'

/**
 * The lexemes of each form of the typed words, and the mark that prefixes the user's lexemes in the index.
 */
export async function readWords(
  db: Db,
  { userId, words }: { userId: string; words: TypedWord[] },
): Promise<{ mark: string; words: QueryWord[] }> {
  const forms = words.flatMap((word) => word.forms)
  const { rows } = await db.execute<Lexemes & { mark: string }>(sql`
    select search_mark(${userId}::uuid) as mark, lower(unaccent(form)) as plain, show_trgm(lower(unaccent(form))) as trigrams,
      tsvector_to_array(to_tsvector('elenco_stems', form)) as stems,
      tsvector_to_array(to_tsvector('elenco_words', form)) as words
    from unnest(${sql.param(forms)}::text[]) with ordinality as typed (form, place) order by place`)
  let at = 0
  return {
    mark: rows[0]?.mark ?? '',
    words: words.map((word, index) => {
      const from = at
      at += word.forms.length
      return { forms: rows.slice(from, at), isLast: index === words.length - 1 }
    }),
  }
}
