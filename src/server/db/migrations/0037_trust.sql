CREATE TABLE "impersonations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"administrator_id" uuid,
	"session_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonations" ADD CONSTRAINT "impersonations_administrator_id_users_id_fk" FOREIGN KEY ("administrator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "impersonations_user_idx" ON "impersonations" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "impersonations_administrator_idx" ON "impersonations" USING btree ("administrator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "impersonations_session_key" ON "impersonations" USING btree ("session_id");