CREATE TABLE "person_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid,
	"author_name" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_notes_content_check" CHECK (char_length("person_notes"."content") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "person_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"agent_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"is_own_key" boolean NOT NULL,
	"is_purged" boolean NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"n_tokens" bigint DEFAULT 0 NOT NULL,
	"n_cached_tokens" bigint DEFAULT 0 NOT NULL,
	"n_output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "person_days_pk" PRIMARY KEY("user_id","day","agent_id","provider","model","is_own_key","is_purged")
);
--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_days" ADD CONSTRAINT "person_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_notes_user_idx" ON "person_notes" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "person_notes_author_idx" ON "person_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "person_days_day_idx" ON "person_days" USING btree ("day");