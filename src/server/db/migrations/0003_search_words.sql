-- Trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Stems of Portuguese words, and the words themselves for what is half typed; accents and case say nothing in either.
CREATE TEXT SEARCH CONFIGURATION elenco_stems (COPY = portuguese);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION elenco_stems ALTER MAPPING FOR asciiword, word, hword, hword_part, hword_asciipart, asciihword WITH unaccent, portuguese_stem;--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION elenco_words (COPY = simple);--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION elenco_words ALTER MAPPING FOR asciiword, word, hword, hword_part, hword_asciipart, asciihword WITH unaccent, simple;--> statement-breakpoint
-- Two people may share a mark: whose a row is, only its user_id says.
CREATE FUNCTION search_mark(user_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(md5(user_id::text), 8)
$$;--> statement-breakpoint
-- The stems and the words of a text, each behind the mark of its owner. No message is too long for a vector, which holds
-- 1 MB: what follows the first 50,000 characters, or the first 20,000 different words, is not searched.
CREATE FUNCTION search_vector(user_id uuid, content text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH beginning AS MATERIALIZED (SELECT normalize(left(content, 50000), NFC) AS text),
  found AS (
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_stems', text))) AS lexeme FROM beginning
    UNION
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_words', text))) FROM beginning
  )
  SELECT array_to_tsvector(array(
    SELECT search_mark(user_id) || lexeme FROM found WHERE octet_length(lexeme) <= 1000 LIMIT 20000
  ))
$$;
