CREATE TABLE "extra_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"given" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"given_by" uuid,
	"taken_back_at" timestamp (3) with time zone,
	"taken_back_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extra_messages_used_check" CHECK ("extra_messages"."used" between 0 and "extra_messages"."given")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "extra_id" uuid;--> statement-breakpoint
ALTER TABLE "usage_months" ADD COLUMN "extra_id" uuid;--> statement-breakpoint
ALTER TABLE "extra_messages" ADD CONSTRAINT "extra_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extra_messages" ADD CONSTRAINT "extra_messages_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extra_messages" ADD CONSTRAINT "extra_messages_taken_back_by_users_id_fk" FOREIGN KEY ("taken_back_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extra_messages_user_idx" ON "extra_messages" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "extra_messages_given_by_idx" ON "extra_messages" USING btree ("given_by") WHERE "extra_messages"."given_by" is not null;--> statement-breakpoint
CREATE INDEX "extra_messages_taken_back_by_idx" ON "extra_messages" USING btree ("taken_back_by") WHERE "extra_messages"."taken_back_by" is not null;