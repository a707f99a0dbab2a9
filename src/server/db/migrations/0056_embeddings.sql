CREATE TABLE "embedding_turns" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"worker_id" uuid,
	"lease_until" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "embedding_turns_one_check" CHECK ("embedding_turns"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "passage_vectors" (
	"passage_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"space" text NOT NULL,
	"code" bit varying NOT NULL,
	"vector" "bytea" NOT NULL,
	"scale" real NOT NULL,
	CONSTRAINT "passage_vectors_length_check" CHECK (length("passage_vectors"."code") = length("passage_vectors"."vector"))
);
--> statement-breakpoint
ALTER TABLE "call_days" DROP CONSTRAINT "call_days_purpose_check";--> statement-breakpoint
DROP INDEX "passages_owner_idx";--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "vector_space" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "vectors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "vectors_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_owner_id_key" UNIQUE("owner_id","source_id","id");--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_passage_fk" FOREIGN KEY ("owner_id","source_id","passage_id") REFERENCES "public"."passages"("owner_id","source_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passage_vectors_owner_idx" ON "passage_vectors" USING btree ("owner_id","space");--> statement-breakpoint
CREATE INDEX "sources_space_idx" ON "sources" USING btree ("vector_space") WHERE "sources"."deleted_at" is null and "sources"."version" > 0;--> statement-breakpoint
CREATE INDEX "sources_vectors_idx" ON "sources" USING btree ("queued_at") WHERE "sources"."deleted_at" is null and "sources"."version" > 0 and "sources"."vectors" < "sources"."passages";--> statement-breakpoint
ALTER TABLE "call_days" ADD CONSTRAINT "call_days_purpose_check" CHECK ("call_days"."purpose" in ('draft', 'rewrite', 'title', 'summary', 'test', 'embedding'));