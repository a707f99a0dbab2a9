-- The same vectors as before. The mark of the owner, a hash, is made once for each text and no longer for each word.
CREATE FUNCTION marked_vector(user_id uuid, whole text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH owner AS MATERIALIZED (SELECT search_mark(user_id) AS mark),
  found AS (
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_stems', whole))) AS lexeme
    UNION
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_words', whole)))
  )
  SELECT array_to_tsvector(array(
    SELECT mark || lexeme FROM owner, found WHERE octet_length(lexeme) <= 1000 LIMIT 20000
  ))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_vector(user_id uuid, content text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT marked_vector(user_id, normalize(left(content, 50000), NFC))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION document_vector(user_id uuid, title text, body text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT marked_vector(user_id, normalize(title || E'\n' || body, NFC))
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION title_vector(user_id uuid, plain text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH owner AS MATERIALIZED (SELECT search_mark(user_id) AS mark)
  SELECT array_to_tsvector(array(
    SELECT mark || '=' || left(word[1], 200) FROM owner, regexp_matches(plain, '\w+', 'g') AS word
    UNION
    SELECT mark || '~' || trigram FROM owner, unnest(show_trgm(plain)) AS trigram
  ))
$$;--> statement-breakpoint
-- A chat without messages is not searched, and its first message names it.
DROP TRIGGER chats_keep_new_title ON chats;--> statement-breakpoint
CREATE TRIGGER chats_keep_new_title AFTER INSERT ON chats
  FOR EACH ROW WHEN (NEW.last_seq > 0) EXECUTE FUNCTION keep_chat_title();--> statement-breakpoint
DROP TRIGGER chats_keep_title ON chats;--> statement-breakpoint
CREATE TRIGGER chats_keep_title AFTER UPDATE OF title, last_seq ON chats
  FOR EACH ROW WHEN (NEW.last_seq > 0 AND (OLD.title IS DISTINCT FROM NEW.title OR OLD.last_seq = 0))
  EXECUTE FUNCTION keep_chat_title();
