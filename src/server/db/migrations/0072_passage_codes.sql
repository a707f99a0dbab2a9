DROP INDEX "passage_vectors_owner_idx";--> statement-breakpoint
CREATE INDEX "passage_vectors_codes_idx" ON "passage_vectors" USING btree ("owner_id","space","source_id","code","passage_id");--> statement-breakpoint
-- The index alone answers for rows that a vacuum has seen: by default, one comes after a fifth of the table was added.
ALTER TABLE "passage_vectors" SET (autovacuum_vacuum_insert_scale_factor = 0);
