CREATE TABLE "brand_voices" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"forbidden_words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"favourite_words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"moves" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"good_example" text DEFAULT '' NOT NULL,
	"bad_example" text DEFAULT '' NOT NULL,
	"features" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voice_samples" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text,
	"content" text NOT NULL,
	"document_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brand_voices" ADD CONSTRAINT "brand_voices_brand_fk" FOREIGN KEY ("user_id","brand_id") REFERENCES "public"."brands"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_samples" ADD CONSTRAINT "voice_samples_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_samples" ADD CONSTRAINT "voice_samples_brand_fk" FOREIGN KEY ("user_id","brand_id") REFERENCES "public"."brands"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_samples_brand_idx" ON "voice_samples" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "voice_samples_document_idx" ON "voice_samples" USING btree ("document_id");