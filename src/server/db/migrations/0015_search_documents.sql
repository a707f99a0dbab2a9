CREATE TABLE "document_search" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"vector" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_search" ADD CONSTRAINT "document_search_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_search_vector_idx" ON "document_search" USING gin ("vector") WITH (fastupdate=false);--> statement-breakpoint
-- The stems and the words of title and text, each behind the mark of their owner, as search_vector has them of messages. A
-- text of 60,000 characters, of any kind, stays far below the 1 MB of a vector.
CREATE FUNCTION document_vector(user_id uuid, title text, body text) RETURNS tsvector LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH whole AS MATERIALIZED (SELECT normalize(title || E'\n' || body, NFC) AS text),
  found AS (
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_stems', text))) AS lexeme FROM whole
    UNION
    SELECT unnest(tsvector_to_array(to_tsvector('elenco_words', text))) FROM whole
  )
  SELECT array_to_tsvector(array(
    SELECT search_mark(user_id) || lexeme FROM found WHERE octet_length(lexeme) <= 1000 LIMIT 20000
  ))
$$;--> statement-breakpoint
CREATE FUNCTION keep_document_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_search (document_id, vector) VALUES (NEW.id, document_vector(NEW.user_id, NEW.title, NEW.body))
  ON CONFLICT (document_id) DO UPDATE SET vector = excluded.vector;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_keep_new_search AFTER INSERT ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_document_search();--> statement-breakpoint
-- Deleting and restoring a document changes neither; the search reads its row.
CREATE TRIGGER documents_keep_search AFTER UPDATE OF title, body ON documents
  FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title OR OLD.body IS DISTINCT FROM NEW.body)
  EXECUTE FUNCTION keep_document_search();--> statement-breakpoint
INSERT INTO document_search (document_id, vector)
  SELECT id, document_vector(user_id, title, body) FROM documents;
