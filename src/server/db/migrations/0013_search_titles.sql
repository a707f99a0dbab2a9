CREATE TABLE "chat_titles" (
	"chat_id" uuid PRIMARY KEY NOT NULL,
	"plain" text NOT NULL,
	"vector" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_titles" ADD CONSTRAINT "chat_titles_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_titles_vector_idx" ON "chat_titles" USING gin ("vector") WITH (fastupdate=false);--> statement-breakpoint
-- Words after "=" and trigrams after "~", so that neither is found as the other.
CREATE FUNCTION title_vector(user_id uuid, plain text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array(
    SELECT search_mark(user_id) || '=' || left(word[1], 200) FROM regexp_matches(plain, '\w+', 'g') AS word
    UNION
    SELECT search_mark(user_id) || '~' || trigram FROM unnest(show_trgm(plain)) AS trigram
  ))
$$;--> statement-breakpoint
CREATE FUNCTION keep_chat_title() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found text := lower(unaccent(normalize(NEW.title, NFC)));
BEGIN
  INSERT INTO chat_titles (chat_id, plain, vector) VALUES (NEW.id, found, title_vector(NEW.user_id, found))
  ON CONFLICT (chat_id) DO UPDATE SET plain = excluded.plain, vector = excluded.vector;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER chats_keep_new_title AFTER INSERT ON chats
  FOR EACH ROW EXECUTE FUNCTION keep_chat_title();--> statement-breakpoint
-- Each message writes the title, mostly the same one.
CREATE TRIGGER chats_keep_title AFTER UPDATE OF title ON chats
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION keep_chat_title();--> statement-breakpoint
INSERT INTO chat_titles (chat_id, plain, vector)
  SELECT id, plain, title_vector(user_id, plain)
  FROM chats, LATERAL (SELECT lower(unaccent(normalize(title, NFC))) AS plain) AS folded;
